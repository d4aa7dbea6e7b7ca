/**
 * Loaded into a server before its own code (`node --import`): tells its parent, when asked, how long its event loop
 * was held at most since it was asked last; ms.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const RESOLUTION = 1;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  process.on('message', () => {
    process.send?.(delay.max / 1e6 - RESOLUTION);
    delay.reset();
  });
  // Nobody's question keeps it alive.
  process.channel?.unref();
}
