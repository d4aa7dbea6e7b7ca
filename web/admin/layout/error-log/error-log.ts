import { reactions } from '../../../api/reactions.ts';
import { createStore, useStore } from '../../../ui/store.ts';

export interface LoggedError {
  message: string;
  /** Empty where there is none: what a call's answer said has no stack. */
  stack: string;
  /** Path of the page. */
  path: string;
  /** When it was last seen, in ms since 1970. */
  time: number;
  /** How often. */
  count: number;
}

/** The oldest give way: an error that comes back for ever must not fill the memory. */
const most = 100;
const stackLength = 4_000;
/** Over a reload, which is what one tries first after an error; it ends with the tab. */
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
    // A full or forbidden storage: the list lives as long as the page.
  }
  errors.set(next);
}

/** Puts an error on top of the list; the same one again is counted. */
export function record(error: unknown): void {
  if (!enabled) return;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? '').slice(0, stackLength) : '';
  const same = errors.get().find((known) => known.message === message && known.stack === stack);
  const entry = { message, stack, path: location.pathname, time: Date.now(), count: (same?.count ?? 0) + 1 };
  become([entry, ...errors.get().filter((known) => known !== same)].slice(0, most));
}

/** Browsers report it for layouts that settle a frame later; nothing is wrong then. */
const isNoise = (message: string) => message.startsWith('ResizeObserver loop');

let started = false;

/**
 * §8: a global handler records errors into an error log. These are what scripts throw, rejections that nobody handles
 * and, so that a message which is gone can be read again, what toasts said.
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

/** Decisions §7, `errorLog.enabled`: switched off, nothing is recorded or kept. */
export function enableErrorLog(on: boolean): void {
  if (on === enabled) return;
  enabled = on;
  if (!on) become([]);
}

export const clearErrorLog = (): void => become([]);

/** The latest first. */
export const useErrorLog = (): readonly LoggedError[] => useStore(errors);
