import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** For tests of what is held in memory: what stays after it is held. */
export const collectGarbage: () => void = runInNewContext('gc');
