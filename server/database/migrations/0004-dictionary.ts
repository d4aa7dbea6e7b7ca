import { type Kysely, sql } from 'kysely';
import { newId } from '../../shared/ids.ts';
import { tableMaker } from '../table-maker.ts';

/** The value is an SPDX identifier, used by JSON-LD and citations. */
const licenses: [value: string, label: string][] = [
  ['CC0-1.0', 'Creative Commons Zero (public domain)'],
  ['CC-BY-4.0', 'Creative Commons Attribution'],
  ['CC-BY-SA-4.0', 'Creative Commons Attribution, Share Alike'],
  ['CC-BY-NC-4.0', 'Creative Commons Attribution, Non-Commercial'],
  ['CC-BY-NC-SA-4.0', 'Creative Commons Attribution, Non-Commercial, Share Alike'],
  ['CC-BY-ND-4.0', 'Creative Commons Attribution, No Derivatives'],
  ['CC-BY-NC-ND-4.0', 'Creative Commons Attribution, Non-Commercial, No Derivatives'],
  ['ODC-By-1.0', 'Open Data Commons Attribution'],
  ['ODbL-1.0', 'Open Data Commons Open Database License'],
  ['PDDL-1.0', 'Open Data Commons Public Domain Dedication'],
];

const purposes: [value: string, label: string][] = [
  ['research', 'Academic research'],
  ['thesis', 'A thesis or a student project'],
  ['teaching', 'Teaching'],
  ['replication', 'Checking or repeating published results'],
  ['method', 'Developing or comparing a method'],
  ['commercial', 'Commercial research or development'],
];

/** Dictionaries, and the indexes for sorting dictionary and configuration. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index } = tableMaker(db);
  const { schema } = db;

  await table('dictionary', 'dict_code', {
    dict_code: 'text',
    dict_type: 'text',
    dict_label: 'text',
    dict_value: 'text',
    dict_sort: 'bigint',
    is_default: 'integer',
    status: 'text',
    remark: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  });
  await schema
    .createIndex('dictionary_type_value')
    .on('dictionary')
    .columns(['dict_type', 'dict_value'])
    .unique()
    .execute();
  await index('dictionary_type_sort', 'dictionary', ['dict_type', 'dict_sort', 'dict_code']);
  for (const sort of [
    'dict_sort',
    'dict_type',
    'dict_label',
    'dict_value',
    'status',
    'created_at',
    'updated_at',
  ]) {
    await index(`dictionary_${sort}`, 'dictionary', [sort, 'dict_code']);
  }
  for (const sort of ['config_name', 'config_type', 'created_at', 'updated_at']) {
    await index(`config_${sort}`, 'config', [sort, 'config_id']);
  }

  const now = Date.now();
  const seed = async (type: string, entries: [value: string, label: string][]) => {
    for (const [i, [value, label]] of entries.entries()) {
      await sql`insert into dictionary
        (dict_code, dict_type, dict_label, dict_value, dict_sort, is_default, status, remark, created_at, updated_at)
        values (${newId()}, ${type}, ${label}, ${value}, ${10 * (i + 1)}, 0, '0', '', ${now}, ${now})`.execute(
        db,
      );
    }
  };
  await seed('license', licenses);
  await seed('purpose', purposes);
  // The modalities in use, in the home page's former order.
  const { rows } = await sql<{ name: string }>`
    select distinct modality_name as name from datasets where trashed_at is null order by name`.execute(db);
  await seed(
    'modality',
    rows.map(({ name }) => [name, name]),
  );
}
