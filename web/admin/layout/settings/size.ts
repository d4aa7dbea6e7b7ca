import { useStore } from '../../../ui/store.ts';
import { cookieStore } from './cookie-store.ts';

/** §2, size selector. tokens.css says what each is. */
export const sizes = ['default', 'medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

/** §9. */
export const defaultSize: Size = 'medium';

const size = cookieStore<Size>({
  cookie: 'Portal-Size',
  parse: (text) => sizes.find((known) => known === text) ?? defaultSize,
  format: (chosen) => chosen,
  apply: (chosen) => {
    document.documentElement.dataset.size = chosen;
  },
});

export const useSize = (): Size => useStore(size);

/** Applied at once: all controls and tables follow `--control-height` and `--row-pad`. */
export const setSize = (chosen: Size): void => size.set(chosen);
