export { InTheWay, oncePossible } from './patience.ts';
export {
  assertAlone,
  assertMayUpgrade,
  conflictsBeside,
  createServers,
  liveServers,
  type RunningDownload,
  type Servers,
  serverNameOf,
} from './servers.ts';
