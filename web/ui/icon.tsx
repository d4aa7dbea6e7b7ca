import styles from './icon.module.css';

/** SVG paths on a grid of 20. */
const outlines = {
  home: 'M3 9l7-6 7 6M5 7.5V17h10V7.5M8.5 17v-5h3v5',
  users:
    'M7.5 9.5a3 3 0 100-6 3 3 0 000 6zM2 17c0-3.5 2-5.5 5.5-5.5S13 13.5 13 17M13 3.9a3 3 0 010 5.2M15 12.3c2 .7 3 2.3 3 4.7',
  datasets:
    'M10 7.5c4 0 7-1.1 7-2.5s-3-2.5-7-2.5S3 3.6 3 5s3 2.5 7 2.5zM3 5v10c0 1.4 3 2.5 7 2.5s7-1.1 7-2.5V5M3 10c0 1.4 3 2.5 7 2.5s7-1.1 7-2.5',
  system: 'M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3zM11.5 11.5H17V17h-5.5z',
  menu: 'M3 5h14M3 10h14M3 15h14',
  search: 'M9 15A6 6 0 109 3a6 6 0 000 12zM13.5 13.5L17 17',
  enlarge: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4',
  shrink: 'M7 3v4H3M17 7h-4V3M13 17v-4h4M3 13h4v4',
  size: 'M2.5 16l4-11 4 11M4 12h5M12 16l2.75-7L17.5 16M13 13.5h3.5',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4a2 2 0 100 4 2 2 0 000-4zM7 12a2 2 0 100 4 2 2 0 000-4z',
  error: 'M10 3l8 14H2zM10 8v4.5M10 14.8v.2',
  chevron: 'M6 8l4 4 4-4',
  check: 'M4.5 10.5l3.5 3.5 7.5-8',
  cross: 'M5 5l10 10M15 5L5 15',
  up: 'M10 16V4M5 9l5-5 5 5',
  down: 'M10 4v12M5 11l5 5 5-5',
  sortable: 'M6 8l4-4 4 4M6 12l4 4 4-4',
  previous: 'M12 5l-5 5 5 5',
  next: 'M8 5l5 5-5 5',
  edit: 'M4 16l1-4 8.5-8.5 3 3L8 15zM11.5 5.5l3 3',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  remove: 'M3.5 5.5h13M8 5.5v-2h4v2M5 5.5l.8 11h8.4l.8-11M8.3 8.5v5M11.7 8.5v5',
  folder: 'M2.5 4.5H8l2 2.5h7.5v8.5h-15z',
  key: 'M13 10.5a3.75 3.75 0 100-7.5 3.75 3.75 0 000 7.5zM10.3 9.5L3 16.8M5.5 14.3l2.3 2.3',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 016 0V9',
  more: 'M4 10a.5.5 0 101 0 .5.5 0 10-1 0M9.5 10a.5.5 0 101 0 .5.5 0 10-1 0M15 10a.5.5 0 101 0 .5.5 0 10-1 0',
} as const;

export type IconName = keyof typeof outlines;

/** A decorative icon beside text, or in a labelled button. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
