import { reactions } from '../../../api/reactions.ts';
import { createStore, useStore } from '../../../ui/store.ts';

export interface LoggedError {
  message: string;
  /** Empty without a stack, as for a call's error. */
  stack: string;
  /** Path of the page. */
  path: string;
  /** Last occurrence, in ms since 1970. */
  time: number;
  /** Number of occurrences. */
  count: number;
}

/** The oldest are evicted: a recurring error must not fill the memory. */
const most = 100;
const stackLength = 4_000;
/** Session storage: survives a reload, ends with the tab. */
const storageKey = 'vitrine-error-log';

function kept(): LoggedError[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

const errors = createStore<readonly LoggedError[]>([]);
let enabled = true;

function become(next: readonly LoggedError[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage full or denied: the list lives as long as the page.
  }
  errors.set(next);
}

/** Adds an error at the top; an identical one increments its count. */
export function record(error: unknown): void {
  if (!enabled) return;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, stackLength) : '';
  const same = errors.get().find((known) => known.message === message && known.stack === stack);
  const entry = { message, stack, path: location.pathname, time: Date.now(), count: (same?.count ?? 0) + 1 };
  become([entry, ...errors.get().filter((known) => known !== same)].slice(0, most));
}

/** Browsers report it for layouts that settle a frame later; harmless. */
const isNoise = (message: string) => message.startsWith('ResizeObserver loop');

let started = false;

/**
 * §8: global handlers record errors into an error log: uncaught errors, unhandled rejections and, so that a vanished
 * message can be read again, toasts.
 */
export function startErrorLog(): void {
  if (started) return;
  started = true;
  errors.set(kept());
  addEventListener('error', ({ error, message }) => {
    if (!isNoise(message)) record(error ?? message);
  });
  addEventListener('unhandledrejection', ({ reason }) => record(reason));
  const { onError } = reactions;
  reactions.onError = (kind, msg) => {
    record(msg);
    onError(kind, msg);
  };
}

/** Decisions §7, `errorLog.enabled`: when off, nothing is recorded or stored. */
export function enableErrorLog(on: boolean): void {
  if (on === enabled) return;
  enabled = on;
  if (!on) become([]);
}

export const clearErrorLog = (): void => become([]);

/** The latest first. */
export const useErrorLog = (): readonly LoggedError[] => useStore(errors);
