import type { Series } from './charts/day-chart.tsx';
import styles from './dashboard.module.css';

/** The chart's series, each with its line style. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ key, name, color, dash }) => (
        <li key={key}>
          <svg className={styles.sample} viewBox="0 0 24 8" aria-hidden>
            <line
              x1="1"
              x2="23"
              y1="4"
              y2="4"
              stroke={color}
              strokeWidth="2"
              {...(dash && { strokeDasharray: dash })}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
