import { limits } from '../../contract/limits.ts';
import classes from './toast.module.css';

let region: HTMLElement | undefined;

/** One live region for all toasts: it must be in the page before its first message to be read out. */
function regionOf(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = classes.region ?? '';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return region;
}

/** §8 and §9: a message for 5 s; it waits while the pointer rests on it, so that it can be read and copied. */
export function toast(title: string, detail?: string): void {
  const box = document.createElement('div');
  box.className = classes.toast ?? '';
  const heading = document.createElement('p');
  heading.textContent = title;
  box.append(heading);
  if (detail) {
    const more = document.createElement('p');
    more.textContent = detail;
    more.className = classes.detail ?? '';
    box.append(more);
  }
  let timer = 0;
  const wait = () => {
    timer = window.setTimeout(() => box.remove(), limits.toastDuration);
  };
  box.addEventListener('pointerenter', () => window.clearTimeout(timer));
  box.addEventListener('pointerleave', wait);
  regionOf().append(box);
  wait();
}
