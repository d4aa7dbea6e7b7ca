import {
  addDictData,
  deleteDictData,
  exportDictData,
  getDictData,
  listDictData,
  listDictTypes,
  updateDictData,
  updateDictDataBare,
} from '../../../contract/dictionary.ts';
import { type DictEntry, getDictByType } from '../../../contract/dictionary-entry.ts';
import { changes } from '../../auth/index.ts';
import { ANSWERED, type Route } from '../../http/index.ts';
import { contentDisposition } from '../../shared/disposition.ts';
import { AppError } from '../../shared/errors.ts';
import type { DictionaryService } from './dictionary.service.ts';
import type { DictionaryStore } from './dictionary.store.ts';

/** Rows of an export: a thread's work of about a second. */
const MOST_ROWS = 20_000;

const named = ({ dictType, dictLabel }: DictEntry): string => `${dictType}: ${dictLabel}`;

interface Dependencies {
  service: DictionaryService;
  store: DictionaryStore;
  /** The enabled entries of a type, cached until they change. */
  ofType: (dictType: string) => Promise<DictEntry[]>;
  /** Entries as an .xlsx file. */
  spreadsheet: (entries: DictEntry[]) => Promise<Buffer>;
}

/** §7: the dictionary calls. */
export function dictionaryRoutes(route: Route, { service, store, ofType, spreadsheet }: Dependencies): void {
  route(getDictByType, ({ params }) => ofType(params.type), { revalidate: () => true, limit: 'reading' });
  route(listDictData, ({ query }) => store.list(query));
  route(listDictTypes, () => service.types());
  route(getDictData, ({ params }) => service.one(params.id));

  route(addDictData, ({ body, audit }) =>
    service.add(body, (trx, after) => audit(trx, { subject: named(after), after })),
  );

  for (const endpoint of [updateDictData, updateDictDataBare]) {
    route(endpoint, ({ body, audit }) =>
      service.change(body, (trx, { before, after }) =>
        audit(trx, { subject: named(after), ...changes(before, after) }),
      ),
    );
  }

  route(deleteDictData, ({ params, audit }) =>
    service.remove(params.id, (trx, before) =>
      audit(trx, { subject: named(before), before, after: { deleted: true } }),
    ),
  );

  route(exportDictData, async ({ query, reply }) => {
    const entries = await store.first(query, MOST_ROWS + 1);
    if (entries.length > MOST_ROWS) {
      throw new AppError(400, `More than ${MOST_ROWS} entries match. Narrow the filter.`);
    }
    const file = await spreadsheet(entries);
    reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', contentDisposition(`dictionary-${query.dictType || 'all'}.xlsx`))
      .header('content-length', file.length)
      .send(file);
    return ANSWERED;
  });
}
