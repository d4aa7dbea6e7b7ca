import classes from './toast.module.css';
import { keepClear } from './toast-place.ts';

const element = (name: 'div' | 'p', className: string | undefined, text = ''): HTMLElement => {
  const made = document.createElement(name);
  made.className = className ?? '';
  made.textContent = text;
  return made;
};

/** One live region for all toasts. In the page before its first message, or that one would not be read out. */
function addRegion(): HTMLElement {
  const region = element('div', classes.region);
  // Not role=status: that reads all of them out again with each new one.
  region.setAttribute('aria-live', 'polite');
  region.dataset.toasts = '';
  document.body.append(region);
  keepClear(region);
  return region;
}
const region = addRegion();

export interface ToastOptions {
  /** Whether the message is a title; with a second line it always is. */
  titled: boolean;
  more: string | undefined;
  /** How long it stays, ms. */
  duration: number;
}

/** §8: a message that passes; it waits while the pointer rests on it, so that it can be read and copied. */
export function toast(msg: string, { titled, more, duration }: ToastOptions): void {
  const box = element('div', classes.toast);
  box.append(element('p', titled || more !== undefined ? classes.title : classes.words, msg));
  if (more !== undefined) box.append(element('p', classes.words, more));
  // Calls that fail together for one reason tell it once.
  if (Array.from(region.children).some(({ textContent }) => textContent === box.textContent)) return;
  let timer = 0;
  const wait = () => {
    timer = window.setTimeout(() => box.remove(), duration);
  };
  box.addEventListener('pointerenter', () => window.clearTimeout(timer));
  box.addEventListener('pointerleave', wait);
  region.append(box);
  wait();
}
