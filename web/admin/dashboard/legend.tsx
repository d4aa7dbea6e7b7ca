import type { Series } from './charts/day-chart.tsx';
import styles from './dashboard.module.css';

/** The chart's series, each with its colour. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ key, name, color }) => (
        <li key={key}>
          <svg className={styles.sample} viewBox="0 0 24 8" aria-hidden>
            <rect width="24" height="8" rx="2" fill={color} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
