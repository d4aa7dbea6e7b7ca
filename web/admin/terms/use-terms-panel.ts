import { useSearchParams } from 'react-router';
import { NEW } from './terms.query.ts';

/** The drawer's content: a set, the form that changes it, or the form of a new one. */
export type TermsPanel = { kind: 'open' | 'edit'; id: string } | { kind: 'new' };

/** The open panel, which has an address: going back closes it. */
export function useTermsPanel() {
  const [search, setSearch] = useSearchParams();
  const write = search.get('write');
  const id = search.get('terms');
  const panel: TermsPanel | undefined =
    write === NEW
      ? { kind: 'new' }
      : write
        ? { kind: 'edit', id: write }
        : id
          ? { kind: 'open', id }
          : undefined;

  /** @param replace the present address, for what is not gone back to */
  const setPanel = (next: TermsPanel | undefined, replace = next === undefined) =>
    setSearch(
      (now) => {
        const then = new URLSearchParams(now);
        then.delete('terms');
        then.delete('write');
        if (next?.kind === 'open') then.set('terms', next.id);
        else if (next) then.set('write', next.kind === 'new' ? NEW : next.id);
        return then;
      },
      { replace, preventScrollReset: true },
    );
  return { panel, setPanel };
}
