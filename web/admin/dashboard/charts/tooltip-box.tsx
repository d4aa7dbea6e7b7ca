import type { TooltipContentProps } from 'recharts';
import styles from './charts.module.css';

type Props = Partial<TooltipContentProps<number, string>> & {
  titleOf(label: string): string;
  /** Formats a series' value, by its name. */
  say(value: number, name: string): string;
};

/** Tooltip of the hovered bucket. Hidden from screen readers: the table has the same figures. */
export function TooltipBox({ active, payload, label, titleOf, say }: Props) {
  if (!active || !payload?.length) return null;
  return (
    <div className={styles.tooltip}>
      <strong>{titleOf(String(label))}</strong>
      {payload.map(({ name, value, color }) => (
        <span key={String(name)} className={styles.entry}>
          <svg className={styles.key} viewBox="0 0 8 8" aria-hidden>
            <rect width="8" height="8" rx="2" fill={color} />
          </svg>
          {String(name)}: {say(Number(value), String(name))}
        </span>
      ))}
    </div>
  );
}
