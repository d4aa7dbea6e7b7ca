import { DAY } from '../shared/time.ts';

/** How long files are kept that lie in the trash, or whose revision was replaced (decisions §4 and §5). */
export const KEPT_FOR = 30 * DAY;
