import { DAY, dayName, startOfDay } from '../../server/time.ts';

/** One question as a screen asks it, and the plain SQL that would answer it: the count, then the page. */
export interface ListCase {
  /** The list and its filter: what is shown as one line. */
  group: string;
  path: string;
  query: Record<string, string>;
  where: string;
  table: string;
  orderBy: string;
}

/** A filter as the query has it, and as SQL has it. `lower` is understood by both databases here. */
type Filter = [name: string, query: Record<string, string>, where: string];

const like = (columns: string[], text: string): string =>
  `(${columns.map((column) => `lower(${column}) like '%${text.toLowerCase()}%'`).join(' or ')})`;

const days = (column: string, from: number, to: number): string =>
  `${column} >= ${startOfDay(dayName(from))} and ${column} < ${startOfDay(dayName(to))}`;

function recordFilters(now: number): Filter[] {
  const today = Math.floor(now / DAY);
  const keyword = (text: string): Filter => [
    `keyword ${text}`,
    { keyword: text },
    like(['user_name', 'email'], text),
  ];
  const span = (name: string, length: number): Filter => [
    name,
    { from: dayName(today - length), to: dayName(today) },
    days('started_at', today - length, today),
  ];
  const alone: Filter[] = [
    ['everything', {}, '1 = 1'],
    keyword('example'),
    keyword('LOVELACE'),
    keyword('öZTÜRK'),
    keyword('王'),
    keyword('person42'),
    keyword('nobody at all'),
    span('a month', 30),
    span('a year', 365),
    ['whole', { complete: 'true' }, 'complete = 1'],
    ['broken', { complete: 'false' }, 'complete = 0'],
    ['most wanted dataset', { datasetId: 'dataset0' }, `dataset_id = 'dataset0'`],
    ['least wanted dataset', { datasetId: 'dataset59' }, `dataset_id = 'dataset59'`],
    ['version', { version: '1.0' }, `version = '1.0'`],
    ['path', { subsetPath: 'recordings-0/1.0.zip' }, `subset_path = 'recordings-0/1.0.zip'`],
    ['user', { userId: 'user000000000000' }, `user_id = 'user000000000000'`],
    ['24 h, not running', { within: '24h', active: 'false' }, `started_at >= ${now - DAY}`],
    ['not running', { active: 'false' }, '1 = 1'],
  ];
  const both = (...names: string[]): Filter => {
    const parts = names.map((name) => alone.find(([one]) => one === name) as Filter);
    return [
      names.join(' + '),
      Object.assign({}, ...parts.map(([, query]) => query)),
      parts.map(([, , where]) => where).join(' and '),
    ];
  };
  return [
    ...alone,
    both('version', 'a month', 'most wanted dataset'),
    both('keyword example', 'a year', 'broken'),
    both('keyword LOVELACE', 'a year', 'most wanted dataset', 'version', 'whole'),
    both('keyword example', 'path', 'broken'),
  ];
}

function userFilters(now: number): Filter[] {
  const today = Math.floor(now / DAY);
  const searched = ['first_name', 'family_name', 'email', 'affiliation'];
  const keyword = (text: string): Filter => [
    `keyword ${text}`,
    { keyword: text },
    text
      .split(' ')
      .map((word) => like(searched, word))
      .join(' and '),
  ];
  const approved = `status = 'approved' and (approved_until is null or approved_until > ${now})`;
  const month = days('created_at', today - 30, today);
  return [
    ['everybody', {}, '1 = 1'],
    ['approved', { status: 'approved' }, approved],
    ['applicants', { status: 'pending,needs_info' }, `status in ('pending', 'needs_info')`],
    ['expired', { status: 'expired' }, `(status = 'approved' and approved_until <= ${now})`],
    keyword('example'),
    keyword('ÖzTÜrk'),
    keyword('王'),
    keyword('ada lovelace'),
    keyword('person4242'),
    keyword('nobody at all'),
    ['a month', { from: dayName(today - 30), to: dayName(today) }, month],
    [
      'approved + keyword smith',
      { status: 'approved', keyword: 'smith' },
      `${approved} and ${like(searched, 'smith')}`,
    ],
    [
      'applicants + a month + keyword example',
      { status: 'pending,needs_info', from: dayName(today - 30), to: dayName(today), keyword: 'example' },
      `status in ('pending', 'needs_info') and ${month} and ${like(searched, 'example')}`,
    ],
  ];
}

const auditFilters: Filter[] = [
  ['everything', {}, '1 = 1'],
  ['administrator', { adminId: 'admin0' }, `admin_id = 'admin0'`],
  ['keyword userReview', { keyword: 'userReview' }, like(['subject', 'action'], 'userReview')],
  ['keyword person4242', { keyword: 'person4242' }, like(['subject', 'action'], 'person4242')],
];
const jobFilters: Filter[] = [
  ['everything', {}, '1 = 1'],
  ['failed', { state: 'failed' }, `state = 'failed'`],
  ['kind', { kind: 'bench scrub' }, `kind = 'bench scrub'`],
];
const datasetFilters: Filter[] = [
  ['everything', {}, 'trashed_at is null'],
  [
    'keyword',
    { keyword: 'recordings 4' },
    `trashed_at is null and ${like(['name', 'path', 'keywords'], 'recordings 4')}`,
  ],
  ['status', { status: 'draft' }, `trashed_at is null and status = 'draft'`],
  ['modality', { modalityName: 'EEG' }, `trashed_at is null and modality_name = 'EEG'`],
];

const mailFilters: Filter[] = [
  ['not sent', {}, 'sent_at is null'],
  ['sent', { state: 'sent' }, 'sent_at is not null and attempts > 0'],
  ['failing', { state: 'failing' }, 'sent_at is null and given_up_at is null and last_error is not null'],
  [
    'keyword',
    { state: 'sent', keyword: 'person42' },
    `sent_at is not null and attempts > 0 and ${like(['recipient'], 'person42')}`,
  ],
];
const trashFilters: Filter[] = [
  ['everything', {}, 'trashed_at is not null'],
  [
    'keyword',
    { keyword: 'recordings 4' },
    `trashed_at is not null and ${like(['name', 'path'], 'recordings 4')}`,
  ],
];
const dictionaryFilters: Filter[] = [
  ['everything', {}, '1 = 1'],
  ['type', { dictType: 'bench1' }, `dict_type = 'bench1'`],
  ['label', { dictLabel: 'label 4' }, like(['dict_label'], 'label 4')],
  ['status', { status: '1' }, `status = '1'`],
];
const configurationFilters: Filter[] = [
  ['everything', {}, '1 = 1'],
  ['name', { configName: 'mail' }, like(['config_name'], 'mail')],
];

interface List {
  name: string;
  /** Below /api/v1. */
  path: string;
  /** The column that breaks ties. */
  id?: string;
  table: string;
  filters: Filter[];
  sorts: Record<string, string>;
}

/** Every sort both ways, under every filter. */
export function listCases(now: number): ListCase[] {
  const lists: List[] = [
    {
      name: 'records',
      path: 'admin/records',
      table: 'records',
      filters: recordFilters(now),
      sorts: { startedAt: 'started_at', bytesSent: 'bytes_sent' },
    },
    {
      name: 'users',
      path: 'admin/userList',
      table: 'users',
      filters: userFilters(now),
      sorts: {
        createdAt: 'created_at',
        appliedAt: 'applied_at',
        reviewedAt: 'reviewed_at',
        email: 'email',
        familyName: 'family_name',
      },
    },
    {
      name: 'datasets',
      path: 'admin/datasetList',
      table: 'datasets',
      filters: datasetFilters,
      sorts: {
        createdAt: 'created_at',
        name: 'name',
        modalityName: 'modality_name',
        count: 'count',
        size: '(select size from objects where dataset_id = datasets.id and subset_id is null and superseded_at is null)',
        status: 'status',
        sort: 'sort',
      },
    },
    { name: 'audit', path: 'admin/audit', table: 'audit', filters: auditFilters, sorts: { at: 'at' } },
    {
      name: 'jobs',
      path: 'admin/jobs',
      table: 'jobs',
      filters: jobFilters,
      sorts: { createdAt: 'created_at' },
    },
    {
      name: 'mails',
      path: 'admin/mails',
      table: 'outbox',
      filters: mailFilters,
      sorts: { createdAt: 'created_at' },
    },
    {
      name: 'trash',
      path: 'admin/trash',
      table: 'datasets',
      filters: trashFilters,
      sorts: { trashedAt: 'trashed_at' },
    },
    {
      name: 'dictionary',
      path: 'dict/datalist',
      table: 'dictionary',
      id: 'dict_code',
      filters: dictionaryFilters,
      sorts: {
        dictSort: 'dict_sort',
        dictType: 'dict_type',
        dictLabel: 'dict_label',
        dictValue: 'dict_value',
        status: 'status',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    {
      name: 'configuration',
      path: 'configList',
      table: 'config',
      id: 'config_id',
      filters: configurationFilters,
      sorts: {
        configName: 'config_name',
        configKey: 'config_key',
        configType: 'config_type',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
  ];
  return lists.flatMap(({ name, path, table, id = 'id', filters, sorts }) =>
    filters.flatMap(([filter, query, where]) =>
      Object.entries(sorts).flatMap(([sort, column]) =>
        ['asc', 'desc'].map((order) => ({
          group: `${name}: ${filter}`,
          path: `/api/v1/${path}`,
          query: { ...query, sort, order },
          where,
          table,
          orderBy: `${column} ${order}, ${id} ${order}`,
        })),
      ),
    ),
  );
}
