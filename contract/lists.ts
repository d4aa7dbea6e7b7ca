import * as z from 'zod';
import { limits } from './limits.ts';

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** A UTC day, `YYYY-MM-DD`. `from` is inclusive, `to` exclusive (decisions §1). */
export const day = z.iso.date('Must be a day such as 2026-01-31.');

/** The page of a list: `pageIndex` from 1. */
export const pages = {
  pageIndex: whole(1, 100_000_000).default(1),
  pageSize: whole(1, limits.pageSizeMax).default(limits.pageSize),
};

/** The query of every list (decisions §1): strict, so that an unknown filter or sort is 400. */
export const listQuery = <Sort extends readonly [string, ...string[]], Filters extends z.ZodRawShape>(
  sortable: Sort,
  filters: Filters,
) =>
  z.strictObject({
    ...pages,
    sort: z.enum(sortable).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    ...filters,
  });

/** The `data` of every list. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), count: z.number(), pageIndex: z.number(), pageSize: z.number() });

/** A page of a list. */
export interface Page<Row> {
  list: Row[];
  count: number;
  pageIndex: number;
  pageSize: number;
}
