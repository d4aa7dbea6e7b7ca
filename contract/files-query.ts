import { limits } from './limits.ts';

/** What of a dataset's files its page shows, in the page's address. */
export interface FilesQuery {
  /** `?folder=`; empty: the top. Without a trailing slash. */
  folder: string;
  /** `?find=`: files below the folder whose path holds it. */
  find: string;
  /** `?page=`, from 1. */
  page: number;
}

/** Rows of a page. */
export const filesPerPage = limits.pageSize;

/** Longest folder and longest search that `listFiles` takes, in characters. */
const longest = { folder: 4_096, find: 200 };

/** Parses the query; what cannot be meant is ignored. */
export function readFilesQuery(params: URLSearchParams): FilesQuery {
  const page = params.get('page') ?? '';
  return {
    folder: (params.get('folder') ?? '').slice(0, longest.folder).replace(/\/+$/, ''),
    find: Array.from((params.get('find') ?? '').trim())
      .slice(0, longest.find)
      .join(''),
    page: /^[1-9]\d{0,7}$/.test(page) ? Number(page) : 1,
  };
}

/** The canonical query string: empty, or with its leading `?`. */
export function filesSearch({ folder, find, page }: FilesQuery): string {
  const params = new URLSearchParams();
  if (folder !== '') params.set('folder', folder);
  if (find !== '') params.set('find', find);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
