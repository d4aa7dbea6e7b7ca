import { timeLimited } from '../../workers/time-limit.ts';
import { type Beginning, type Column, columnsOf } from './columns.ts';

/** ms; some 50 times what the slowest known beginning takes. */
const LIMIT = 1_000;
const limited = timeLimited(columnsOf, LIMIT);

/** @returns undefined, too, for what takes too long */
export function columns(beginning: Beginning): Column[] | undefined {
  try {
    return limited(beginning);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  }
}
