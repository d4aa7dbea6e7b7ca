import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** For tests of memory: whatever survives is still referenced. */
export const collectGarbage: () => void = runInNewContext('gc');
