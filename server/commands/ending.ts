/** 0: done. 1: failed, or refused. 2: wrong usage. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** Invalid command-line arguments: the message says which. */
export class WrongUse extends Error {}

/** Aborted by Ctrl-C or SIGTERM, for commands that end what they have begun in order. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
  return stopping.signal;
}
