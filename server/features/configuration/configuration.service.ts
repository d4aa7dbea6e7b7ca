import type { addConfig, ConfigEntry, updateConfig } from '../../../contract/configuration.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { Changed, Note } from '../../auth/index.ts';
import type { BuiltInKey } from '../../configuration/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Message } from '../../shared/messages.ts';
import type { ConfigurationStore, ConfigValues } from './configuration.store.ts';

const changedMeanwhile = () =>
  conflict('Somebody else has changed this entry meanwhile. Load it again and repeat your change.');

/** Immutable fields, which must be absent or unchanged. */
function checkFixed(before: ConfigEntry, wanted: BodyOf<typeof updateConfig>): void {
  const fixed = {
    configKey: 'A key is fixed once it is made. Add another entry, and delete this one.',
    configType: 'Whether an entry is built in cannot be changed.',
    createdAt: 'When an entry was made cannot be changed.',
    ...(before.configType === 'Y' && {
      isPublic: 'Whether a built-in entry is public cannot be changed.',
    }),
  } as const;
  for (const [field, message] of Object.entries(fixed) as [keyof typeof fixed, Message][]) {
    if (wanted[field] !== undefined && wanted[field] !== before[field]) throw invalid(field, message);
  }
}

/**
 * The configuration (§7, decisions §7).
 * @param builtIn keys that the portal's code reads: their values are validated as on their own screens
 */
export function configurationService(
  store: ConfigurationStore,
  builtIn: readonly BuiltInKey[],
  now: () => number,
) {
  const known = new Map(builtIn.map((key) => [key.key, key]));

  async function found(entry: Promise<ConfigEntry | undefined>): Promise<ConfigEntry> {
    const one = await entry;
    if (!one) throw notFound('This entry');
    return one;
  }

  return {
    one: (configId: string) => found(store.one(configId)),
    byKey: (configKey: string) => found(store.byKey(configKey)),

    /** @throws AppError 409 when the key is taken */
    async add(
      { configKey, configType: _, ...values }: BodyOf<typeof addConfig>,
      note: Note<ConfigEntry>,
    ): Promise<ConfigEntry> {
      const added = await store.add(newId(), configKey, values, now(), note);
      if (!added) throw conflict(`There is an entry with the key "${configKey}" already.`, 'configKey');
      return added;
    },

    /** @throws AppError 404, 400 for an invalid value or an immutable field, 409 on a concurrent change */
    async change(
      wanted: BodyOf<typeof updateConfig>,
      note: Note<Changed<ConfigEntry>>,
    ): Promise<ConfigEntry> {
      const before = await found(store.one(wanted.configId));
      if (wanted.updatedAt !== undefined && wanted.updatedAt !== before.updatedAt) throw changedMeanwhile();
      checkFixed(before, wanted);
      const { configValue } = wanted;
      const values: ConfigValues = {
        configName: wanted.configName ?? before.configName,
        configValue:
          configValue === undefined
            ? before.configValue
            : ((await known.get(before.configKey)?.check(configValue)) ?? configValue),
        isPublic: wanted.isPublic ?? before.isPublic,
        remark: wanted.remark ?? before.remark,
      };
      const after = await store.change(before, values, now(), note);
      if (!after) throw changedMeanwhile();
      return after;
    },

    /**
     * @param note called with the removed entry
     * @throws AppError 409 for a built-in entry
     */
    async remove(configId: string, note: Note<ConfigEntry>): Promise<void> {
      const entry = await found(store.one(configId));
      if (entry.configType === 'Y') {
        throw conflict('This entry is built in: the portal reads it. Change its value instead.');
      }
      if (!(await store.remove(configId, note))) throw notFound('This entry');
    },

    /** An entry as the audit log may show it. */
    told(entry: ConfigEntry): object {
      const { told } = known.get(entry.configKey) ?? {};
      return told ? { ...entry, configValue: told(entry.configValue) } : entry;
    },
  };
}

export type ConfigurationService = ReturnType<typeof configurationService>;
