import * as z from 'zod';
import { datasetStatuses } from './catalogue.ts';
import { defineEndpoint } from './endpoint.ts';

/** A dataset's position among those of its modality. */
export const ordered = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  status: z.enum(datasetStatuses),
});
export type Ordered = z.infer<typeof ordered>;

/** A modality's datasets of every status except trashed ones, in the catalogue's order. */
export const listOrder = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/datasetOrder',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  query: z.strictObject({ modalityName: z.string().max(100) }),
  data: z.array(ordered),
});

const move = {
  method: 'PUT',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: z.strictObject({ id: z.string() }),
  /** Id of the predecessor; null: move to the first position. */
  body: z.strictObject({ after: z.string().nullable() }),
} as const;

/** Moves a dataset within its modality. 404 when either is missing, 409 when `after` is of another modality. */
export const placeDataset = defineEndpoint({ ...move, path: '/api/v1/admin/dataset/:id/place' });

/** Moves a subset within its dataset's Data list; no file, ETag or link changes. */
export const placeSubset = defineEndpoint({ ...move, path: '/api/v1/admin/subset/:id/place' });
