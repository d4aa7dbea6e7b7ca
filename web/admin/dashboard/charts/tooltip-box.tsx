import type { TooltipContentProps } from 'recharts';
import styles from './charts.module.css';

type Props = Partial<TooltipContentProps<number, string>> & {
  titleOf(label: string): string;
  /** What a series shows, by its name. */
  say(value: number, name: string): string;
};

/** What the pointer is on. For the eyes only: the table says the same to everybody. */
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
