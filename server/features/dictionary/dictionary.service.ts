import type { addDictData, updateDictData } from '../../../contract/dictionary.ts';
import { type DictEntry, usedDictTypes } from '../../../contract/dictionary-entry.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { DictionaryStore, DictValues, Refusal } from './dictionary.store.ts';

function done(outcome: DictEntry | Refusal, { dictType, dictValue }: DictValues): DictEntry {
  if (outcome === 'stale') throw changedMeanwhile();
  if (outcome === 'taken') {
    throw conflict(`"${dictType}" already has an entry with the value "${dictValue}".`, 'dictValue');
  }
  return outcome;
}

const changedMeanwhile = () =>
  conflict('Somebody else has changed this entry meanwhile. Load it again and repeat your change.');

/** Dictionaries (§7, decisions §7): the options of forms, and the modalities' order and labels. */
export function dictionaryService(store: DictionaryStore, now: () => number) {
  async function one(dictCode: string): Promise<DictEntry> {
    const entry = await store.one(dictCode);
    if (!entry) throw notFound('This entry');
    return entry;
  }

  return {
    one,

    /** Includes the types that the portal's code reads without entries. */
    async types(): Promise<{ dictType: string; entries: number }[]> {
      const found = await store.types();
      const absent = usedDictTypes.filter((type) => !found.some(({ dictType }) => dictType === type));
      return [...found, ...absent.map((dictType) => ({ dictType, entries: 0 }))].sort((a, b) =>
        a.dictType < b.dictType ? -1 : 1,
      );
    },

    /** @throws AppError 409 when type and value are taken */
    async add(body: BodyOf<typeof addDictData>, note: Note<DictEntry>): Promise<DictEntry> {
      const values = { ...body, dictSort: body.dictSort ?? (await store.nextPlace(body.dictType)) };
      return done(await store.add(newId(), values, now(), note), values);
    },

    /** @throws AppError 404, 400 for immutable fields, 409 when taken or on a concurrent change */
    async change(
      { dictCode, createdAt, updatedAt, ...wanted }: BodyOf<typeof updateDictData>,
      note: Note<Changed<DictEntry>>,
    ): Promise<DictEntry> {
      const before = await one(dictCode);
      if (createdAt !== undefined && createdAt !== before.createdAt) {
        throw invalid('createdAt', 'When an entry was made cannot be changed.');
      }
      if (updatedAt !== undefined && updatedAt !== before.updatedAt) throw changedMeanwhile();
      const set = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const { dictCode: _, createdAt: __, updatedAt: ___, ...kept } = before;
      const values: DictValues = { ...kept, ...set };
      return done(await store.change(before, values, now(), note), values);
    },

    /** @param note called with the removed entry */
    async remove(dictCode: string, note: Note<DictEntry>): Promise<void> {
      if (!(await store.remove(dictCode, note))) throw notFound('This entry');
    },
  };
}

export type DictionaryService = ReturnType<typeof dictionaryService>;
