import { type Dataset, getDataset, listDatasets, type Subset } from '../../../contract/catalogue.ts';
import { downloadUrl, inspectionUrl } from '../../../contract/download.ts';
import { getFixityBadge } from '../../../contract/fixity-badge.ts';
import {
  type AccessOf,
  type Decide,
  readerOfDataset,
  shownDataset,
  shownRelease,
  shownSubsets,
  viewerOf,
} from '../../access/index.ts';
import type { Tickets } from '../../auth/index.ts';
import { ANSWERED, type Route, sendPrepared } from '../../http/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { CatalogueStore, WithObject } from './catalogue.store.ts';
import type { FixityOf } from './fixity.ts';
import { fixityBadge } from './fixity-badge.ts';
import type { VisitorCatalogue } from './visitors.ts';

/** Adds the links; a row without an object gets none. */
function linked<Row extends Dataset | Subset>(of: WithObject<Row>, datasetId: string, ticket: string): Row {
  const { row, objectId } = of;
  if (objectId === null || row.purged) return row;
  return {
    ...row,
    downloadUrl: downloadUrl(datasetId, row.path, ticket, objectId),
    inspectionUrl: inspectionUrl(row.path, ticket, objectId),
  };
}

interface Dependencies {
  store: CatalogueStore;
  descriptions: Descriptions;
  fixityOf: FixityOf;
  visitors: VisitorCatalogue;
  accessOf: AccessOf;
  decide: Decide;
  /** Issues the ticket for the links of a user, or of a guest. */
  giveTicket: Tickets['give'];
}

/** §7: datasets and dataset/{id}; a dataset's badge. */
export function catalogueRoutes(
  route: Route,
  { store, descriptions, fixityOf, visitors, accessOf, decide, giveTicket }: Dependencies,
): void {
  route(
    listDatasets,
    async ({ request, reply }) => {
      await sendPrepared(request, reply, await visitors.answer());
      return ANSWERED;
    },
    { limit: 'reading', ready: ({ url }) => (url === listDatasets.path ? visitors.ready() : undefined) },
  );

  route(
    getDataset,
    async ({ params, caller, request, reply }) => {
      const reader = readerOfDataset(caller, params.id);
      if (reader.kind === 'nobody') {
        const answer = await visitors.datasetAnswer(params.id);
        if (!answer) throw notFound('This dataset');
        await sendPrepared(request, reply, answer);
        return ANSWERED;
      }
      const found = await store.visible(params.id, reader.kind === 'guest');
      if (!found) throw notFound('This dataset');
      const viewer = await viewerOf(decide, reader, found.asks);
      const dataset = shownDataset(found.row, viewer);
      const subsets = shownSubsets(dataset, await store.subsets(params.id), viewer);
      const { html: detailHtml } = await descriptions.of(found.row);
      const fixity = await fixityOf(found);
      const release = shownRelease(dataset, await store.release(params.id), viewer);
      const access = await accessOf(params.id, reader.kind === 'user' ? reader.id : undefined);
      const about = { detailHtml, fixity, release, access };
      // Links only for who may download now (decisions §5); an embargo's end needs no new page, so it keeps them.
      const wanted = { ...found.asks, status: dataset.status, embargoUntil: null };
      if (reader.kind === 'admin' || (await decide(reader, wanted)) !== undefined)
        return { dataset, subsetList: subsets.map(({ row }) => row), ...about };
      const ticket = await giveTicket(reader, params.id);
      return {
        dataset: linked(found, params.id, ticket),
        subsetList: subsets.map((subset) => linked(subset, params.id, ticket)),
        ...about,
      };
    },
    {
      limit: 'reading',
      ready({ url, headers, params }) {
        if (headers.authorization !== undefined || url.includes('?')) return undefined;
        return visitors.datasetReady((params as { id: string }).id);
      },
    },
  );

  route(
    getFixityBadge,
    async ({ params, query, request, reply }) => {
      const shown = await visitors.dataset(params.id);
      if (!shown) throw notFound('This dataset');
      await sendPrepared(request, reply, fixityBadge(shown, query.lang ?? 'en'));
      return ANSWERED;
    },
    { limit: 'reading' },
  );
}
