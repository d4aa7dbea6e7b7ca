import type { LoaderFunctionArgs } from 'react-router';
import type { PageData } from '../../contract/render.ts';

/** The router context on the server, from which loaders read; absent in the browser, where they send calls. */
export interface ServerContext {
  page: PageData;
}

export const pageDataOf = ({ context }: Pick<LoaderFunctionArgs, 'context'>): PageData | undefined =>
  (context as Partial<ServerContext> | undefined)?.page;
