import type { Setting } from '../../../contract/setting.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { invalid } from '../../shared/errors.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { type LogoFile, takeLogo } from './logo.ts';
import type { SettingStore, SettingValues } from './setting.store.ts';

interface Dependencies {
  store: SettingStore;
  ledger: BlobLedger;
  staticBase: string;
  now: () => number;
}

/** Reads a multipart form: `begin` receives the fields before the file, `take` the file's stream. */
export type SettingForm = (
  begin: (fields: SettingValues) => Promise<void>,
  take: (part: { stream: AsyncIterable<Uint8Array> }) => Promise<void>,
) => Promise<void>;

/** The site's name, logo, footer and wording (decisions §7). */
export function settingService({ store, ledger, staticBase, now }: Dependencies) {
  return {
    /**
     * Applies a form; absent fields stay unchanged.
     * @throws AppError 400, or 413 for a logo too large; nothing is changed then
     */
    async change(form: SettingForm, note: Note<Changed<Setting>>): Promise<Setting> {
      let values: SettingValues = {};
      let logo: LogoFile | undefined;
      try {
        await form(
          async (fields) => {
            values = fields;
            if (fields.logo !== undefined && fields.logo !== '' && !(await store.isKept(fields.logo))) {
              throw invalid('logo', 'Send the logo as a file.');
            }
          },
          async ({ stream }) => {
            logo = await takeLogo(ledger, stream);
          },
        );
        return await store.write({ values, brought: logo && { ledger, logo } }, staticBase, now(), note);
      } catch (error) {
        if (logo) await ledger.discard([logo.blob.key]);
        throw error;
      }
    },
  };
}

export type SettingService = ReturnType<typeof settingService>;
