import { writeSync } from 'node:fs';

/** Lines are gathered for this long, ms, or up to this many characters. */
const EVERY = 100;
const MOST = 16_384;

/**
 * Standard output for the log, a few lines at a time: one call of the system per line costs a range of a download as
 * much as finding out who asks. What is gathered is written when the process ends, unless it is killed.
 */
export function logStream(): { write: (line: string) => void } {
  let lines = '';
  let waiting = false;
  const flush = () => {
    waiting = false;
    let rest = Buffer.from(lines);
    lines = '';
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(1, rest));
      } catch (error) {
        // A full pipe: whoever reads is slow. Gone for good: nobody reads any more.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        lines = rest.toString() + lines;
        return;
      }
    }
  };
  process.once('exit', flush);
  return {
    write(line) {
      lines += line;
      if (lines.length >= MOST) flush();
      else if (!waiting) {
        waiting = true;
        setTimeout(flush, EVERY).unref();
      }
    },
  };
}
