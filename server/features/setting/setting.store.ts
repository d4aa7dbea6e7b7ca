import type { Setting } from '../../../contract/setting.ts';
import type { Changed, Note } from '../../auth/index.ts';
import {
  type BuiltInKey,
  lockBuiltIn,
  readBuiltIn,
  writeBuiltIn,
  wrongValue,
} from '../../configuration/index.ts';
import type { Db, Queries } from '../../database/index.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { isLogoPath, type LogoFile } from './logo.ts';
import { type SettingField, settingKeys } from './setting.keys.ts';

export type SettingValues = Partial<Record<SettingField, string | undefined>>;

interface Wanted {
  values: SettingValues;
  brought: { ledger: BlobLedger; logo: LogoFile } | undefined;
}

export function settingStore(db: Db) {
  const keys = settingKeys(async (path) => {
    if (path !== '' && !(await isKept(path))) {
      throw wrongValue('This is no logo of the portal. Send the picture in the site settings.');
    }
    return path;
  });

  /** Whether the path is that of an uploaded logo. */
  async function isKept(path: string): Promise<boolean> {
    if (!isLogoPath(path)) return false;
    const row = await db
      .selectFrom('static_files')
      .select('path')
      .where('path', '=', path)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** @param queries the caller's transaction, if any */
  async function read(staticBase: string, queries: Queries = db): Promise<Setting> {
    const values = await readBuiltIn(queries, Object.values(keys));
    const value = (field: SettingField): string => values.get(keys[field].key) ?? keys[field].first;
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
  }

  return {
    keys: Object.values(keys) as BuiltInKey[],
    isKept,
    read,

    /** Sets the given fields, and stores an uploaded logo. Former logos stay, so that a change can be reverted. */
    async write(
      { values, brought }: Wanted,
      staticBase: string,
      now: number,
      note: Note<Changed<Setting>>,
    ): Promise<Setting> {
      const wanted = brought ? { ...values, logo: brought.logo.path } : values;
      const byKey = new Map<string, string>();
      for (const [field, { key }] of Object.entries(keys)) {
        const value = wanted[field as SettingField];
        if (value !== undefined) byKey.set(key, value);
      }
      return db.transaction().execute(async (trx) => {
        await lockBuiltIn(trx, Object.values(keys));
        const before = await read(staticBase, trx);
        if (brought) {
          const { path, contentType, blob } = brought.logo;
          await brought.ledger.keep(trx, blob);
          await trx
            .insertInto('static_files')
            .values({ path, blob_key: blob.key, content_type: contentType })
            .execute();
        }
        await writeBuiltIn(trx, byKey, now);
        const after = await read(staticBase, trx);
        await note(trx, { before, after });
        return after;
      });
    },
  };
}

export type SettingStore = ReturnType<typeof settingStore>;
