import { pairAsServer } from './pair.ts';
import { startInstead } from './server-process.ts';

// Set up before each test file of the project `pair` (vitest.long.config.ts).
startInstead(pairAsServer);
