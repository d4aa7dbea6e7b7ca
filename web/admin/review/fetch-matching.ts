import { limits } from '../../../contract/limits.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Reviewed } from './review-kind.ts';

/** All matches, over all pages, up to the limit of one decision. */
export async function fetchMatching<Row extends Reviewed>(
  fetchPage: (page: { pageIndex: number; pageSize: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  const pageSize = limits.pageSizeMax;
  for (let pageIndex = 1; found.size < limits.reviewBatch; pageIndex++) {
    const { list, count } = await fetchPage({ pageIndex, pageSize });
    for (const row of list) found.set(row.id, row);
    if (list.length === 0 || pageIndex * pageSize >= count) break;
  }
  return [...found.values()].slice(0, limits.reviewBatch);
}
