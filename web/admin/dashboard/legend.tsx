import type { Series } from './charts/day-chart.tsx';
import styles from './dashboard.module.css';

/** What the lines of a chart are, each drawn as it is there. */
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
