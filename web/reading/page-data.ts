import type { LoaderFunctionArgs } from 'react-router';
import type { PageData } from '../../contract/render.ts';

/** What the server gives the loaders along; in the browser there is none, and they ask by calls. */
export interface ServerContext {
  page: PageData;
}

export const pageDataOf = ({ context }: Pick<LoaderFunctionArgs, 'context'>): PageData | undefined =>
  (context as Partial<ServerContext> | undefined)?.page;
