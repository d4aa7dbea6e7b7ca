export type { Conflict } from './conflicts.ts';
export { InTheWay, oncePossible } from './patience.ts';
export {
  assertAlone,
  assertMayUpgrade,
  conflictsBeside,
  createServers,
  type LiveServer,
  liveServers,
  type RunningDownload,
  type Servers,
  serverNameOf,
} from './servers.ts';
