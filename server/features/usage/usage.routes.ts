import { getUsage, getUsageCsv } from '../../../contract/usage.ts';
import { ANSWERED, prepare, type Route, sendPrepared } from '../../http/index.ts';
import { contentDisposition } from '../../shared/disposition.ts';
import { AppError } from '../../shared/errors.ts';
import type { UsageService } from './usage.service.ts';

const noFigures = () => new AppError(404, 'There are no public figures of this dataset.');

/** access.md, "After the download": Usage. */
export function usageRoutes(route: Route, usage: UsageService): void {
  route(
    getUsage,
    async ({ params }) => {
      const months = await usage.months(params.id);
      if (!months) throw noFigures();
      return months;
    },
    { limit: 'reading', revalidate: () => true },
  );
  route(
    getUsageCsv,
    async ({ params, request, reply }) => {
      const text = await usage.csv(params.id);
      if (text === undefined) throw noFigures();
      const headers = { 'content-disposition': contentDisposition('usage.csv') };
      await sendPrepared(request, reply, prepare(text, { type: 'text/csv; charset=utf-8', headers }));
      return ANSWERED;
    },
    { limit: 'reading' },
  );
}
