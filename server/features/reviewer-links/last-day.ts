import { DAY, dayName } from '../../shared/time.ts';

/** The last UTC day on which a link opens, of the moment when it does no more (ms). */
export const lastDayOf = (end: number): string => dayName(Math.ceil(end / DAY) - 1);
