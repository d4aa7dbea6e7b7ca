import type { Access, ToSign } from './access.ts';
import { Later } from './later.tsx';

/** Why somebody has no links, above the table. What holds for all, the banner has said at the page's beginning. */
export function Notice({ access, ...terms }: { access: Access; datasetId: string; toSign: ToSign | null }) {
  switch (access.kind) {
    case 'links':
    case 'anonymous':
    case 'loading':
    case 'embargoed':
    case 'withdrawn':
    case 'unsigned':
    case 'changed':
    case 'request':
      return null;
    default:
      return <Later standing={{ access, ...terms }} />;
  }
}
