import classes from './toast.module.css';
import { keepClear } from './toast-place.ts';

const element = (name: 'div' | 'p', className: string | undefined, text = ''): HTMLElement => {
  const made = document.createElement(name);
  made.className = className ?? '';
  made.textContent = text;
  return made;
};

/** The live region of all toasts. Inserted before its first message, which would otherwise not be announced. */
function addRegion(): HTMLElement {
  const region = element('div', classes.region);
  // Not role=status: that announces all of them again with each new one.
  region.setAttribute('aria-live', 'polite');
  region.dataset.toasts = '';
  document.body.append(region);
  keepClear(region);
  return region;
}
const region = addRegion();

export interface ToastOptions {
  /** Whether the message is a title; always with a second line. */
  titled: boolean;
  more: string | undefined;
  /** How long it stays, ms. */
  duration: number;
}

/** §8: a temporary message; it stays while the pointer is over it, so that it can be read and copied. */
export function toast(msg: string, { titled, more, duration }: ToastOptions): void {
  const box = element('div', classes.toast);
  box.append(element('p', titled || more !== undefined ? classes.title : classes.words, msg));
  if (more !== undefined) box.append(element('p', classes.words, more));
  // Concurrent calls that fail for one reason show one toast.
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
