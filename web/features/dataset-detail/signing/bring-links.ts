import { getDataset } from '../../../../contract/catalogue.ts';
import { call } from '../../../api/call.ts';
import { putAhead } from '../../../reading/prefetched.ts';
import { elementOf, type Opener, type Signed, showSigned } from './signing.ts';

/** ms that a link may take to be drawn: the file browser asks for its page anew. */
const LONGEST = 10_000;
const STEP = 50;

/** The download link that takes the place of the button; undefined when none comes. */
async function linkOf({ place, get }: Opener): Promise<HTMLElement | undefined> {
  if (place === 'notice') return undefined;
  for (let waited = 0; waited < LONGEST; waited += STEP) {
    const link = elementOf(get, 'a');
    if (link) return link;
    await new Promise((go) => setTimeout(go, STEP));
  }
  return undefined;
}

interface Options {
  datasetId: string;
  opener: Opener;
  signed: Pick<Signed, 'title' | 'version'>;
  /** Of the page (react-router). */
  revalidate: () => Promise<void>;
  /** Whether the download begins at once. */
  download: boolean;
}

/**
 * After the terms are signed: tells so, loads the page's links, and leads to the one that was wanted. Fetched before the
 * page takes it: when it fails, the page stays as it is and the note says so.
 */
export async function bringLinks({
  datasetId,
  opener,
  signed,
  revalidate,
  download,
}: Options): Promise<void> {
  showSigned(datasetId, { ...signed, links: 'coming' });
  try {
    putAhead(datasetId, await call(getDataset, { params: { id: datasetId }, quiet: true }));
  } catch {
    showSigned(datasetId, { ...signed, links: 'failed' });
    return;
  }
  await revalidate();
  showSigned(datasetId, { ...signed, links: 'there' });
  const link = await linkOf(opener);
  link?.focus();
  if (download) link?.click();
}
