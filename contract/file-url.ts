const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/**
 * The address of one file.
 * @param path the entry name in the dataset's ZIP
 * @param query `token`: a ticket, where the address must work by itself; `release`: the SHA-256 of the manifest
 */
export function fileUrl(datasetId: string, path: string, query: { token?: string; release?: string } = {}) {
  const said = new URLSearchParams(query).toString();
  return `/api/v1/file/${encodeURIComponent(datasetId)}/${encodePath(path)}${said === '' ? '' : `?${said}`}`;
}
