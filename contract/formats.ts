import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** A version in a format that machines read (releases.md): public metadata, the same for everybody. GET and HEAD. */
const format = <const Path extends string>(path: Path) =>
  defineEndpoint({
    method: 'GET',
    path,
    who: { kind: 'anyone' },
    params: z.strictObject({ id: z.string() }),
    answers: 'file',
  });

/** DataCite 4.7. */
export const getDataciteJson = format('/api/v1/dataset/:id/datacite.json');
export const getDataciteXml = format('/api/v1/dataset/:id/datacite.xml');
/** Croissant 1.1. */
export const getCroissant = format('/api/v1/dataset/:id/croissant.json');
/** RO-Crate 1.2, detached: what describes the downloads, without them. */
export const getRoCrate = format('/api/v1/dataset/:id/ro-crate-metadata.json');
/** Signposting level 2: RFC 9264. */
export const getLinkset = format('/api/v1/dataset/:id/linkset.json');
