import type { Access } from './access.ts';
import { Later } from './later.tsx';

/** Why somebody has no links, above the table. What holds for all, the banner has said at the page's beginning. */
export function Notice({ access }: { access: Access }) {
  switch (access.kind) {
    case 'links':
    case 'anonymous':
    case 'loading':
    case 'embargoed':
    case 'withdrawn':
      return null;
    default:
      return <Later standing={access} />;
  }
}
