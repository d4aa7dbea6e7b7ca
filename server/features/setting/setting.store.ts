import type { Setting } from '../../../contract/setting.ts';
import type { Db, Queries } from '../../database/open.ts';
import { newId } from '../../ids.ts';

/** The configuration keys behind `setting` (decisions §7): name for people, and the value at the first start. */
const keys: Record<Exclude<keyof Setting, 'staticBase'>, { key: string; name: string; first: string }> = {
  name: { key: 'site.name', name: 'Site name', first: 'Vitrine' },
  shortName: { key: 'site.shortName', name: 'Short name', first: 'Vitrine' },
  logo: { key: 'site.logo', name: 'Logo', first: '' },
  contact: { key: 'site.contact', name: 'Contact text', first: '' },
  copyright: { key: 'site.copyright', name: 'Copyright', first: '' },
  filings: { key: 'site.filings', name: 'Filing numbers', first: '' },
  wording: { key: 'site.wording', name: 'Wording', first: 'as specified' },
};

export function settingStore(db: Db) {
  return {
    /** Adds the keys that are not there yet; what an administrator set stays. */
    async seed(now: number): Promise<void> {
      for (const { key, name, first } of Object.values(keys)) {
        await db
          .insertInto('config')
          .values({
            config_id: newId(),
            config_name: name,
            config_key: key,
            config_value: first,
            config_type: 'Y',
            is_public: 1,
            remark: '',
            created_at: now,
            updated_at: now,
          })
          .onConflict((conflict) => conflict.column('config_key').doNothing())
          .execute();
      }
    },

    async write(values: Partial<Record<keyof typeof keys, string | undefined>>, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const [field, { key }] of Object.entries(keys)) {
          const value = values[field as keyof typeof keys];
          if (value === undefined) continue;
          await trx
            .updateTable('config')
            .set({ config_value: value, updated_at: now })
            .where('config_key', '=', key)
            .execute();
        }
      });
    },

    /** @param queries the caller's transaction, when there is one */
    async read(staticBase: string, queries: Queries = db): Promise<Setting> {
      const rows = await queries.selectFrom('config').select(['config_key', 'config_value']).execute();
      const values = new Map(rows.map((row) => [row.config_key, row.config_value]));
      const value = (field: keyof typeof keys): string => values.get(keys[field].key) ?? keys[field].first;
      return {
        name: value('name'),
        shortName: value('shortName'),
        logo: value('logo'),
        contact: value('contact'),
        copyright: value('copyright'),
        filings: value('filings'),
        wording: value('wording') === 'corrected' ? 'corrected' : 'as specified',
        staticBase,
      };
    },
  };
}

export type SettingStore = ReturnType<typeof settingStore>;
