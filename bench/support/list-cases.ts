import { DAY, dayName } from '../../server/shared/time.ts';

/** One question as a screen asks it. */
export interface ListCase {
  /** The list and its filter: what is shown as one line. */
  group: string;
  path: string;
  query: Record<string, string>;
}

type Filter = [name: string, query: Record<string, string>];

const keyword = (text: string, also: Record<string, string> = {}): Filter => [
  `keyword ${text}`,
  { ...also, keyword: text },
];

function recordFilters(now: number): Filter[] {
  const today = Math.floor(now / DAY);
  const span = (name: string, length: number): Filter => [
    name,
    { from: dayName(today - length), to: dayName(today) },
  ];
  const alone: Filter[] = [
    ['everything', {}],
    keyword('example'),
    keyword('LOVELACE'),
    keyword('öZTÜRK'),
    keyword('王'),
    keyword('person42'),
    keyword('nobody at all'),
    span('a month', 30),
    span('a year', 365),
    ['whole', { complete: 'true' }],
    ['broken', { complete: 'false' }],
    ['most wanted dataset', { datasetId: 'dataset0' }],
    ['least wanted dataset', { datasetId: 'dataset59' }],
    ['version', { version: '1.0' }],
    ['path', { subsetPath: 'recordings-0/1.0.zip' }],
    ['user', { userId: 'user000000000000' }],
    ['24 h, not running', { within: '24h', active: 'false' }],
    ['not running', { active: 'false' }],
  ];
  const both = (...names: string[]): Filter => [
    names.join(' + '),
    Object.assign({}, ...names.map((name) => alone.find(([one]) => one === name)?.[1])),
  ];
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
  const month = { from: dayName(today - 30), to: dayName(today) };
  const applicants = { status: 'pending,needs_info' };
  return [
    ['everybody', {}],
    ['approved', { status: 'approved' }],
    ['applicants', applicants],
    ['expired', { status: 'expired' }],
    keyword('example'),
    keyword('ÖzTÜrk'),
    keyword('王'),
    keyword('ada lovelace'),
    keyword('person4242'),
    keyword('nobody at all'),
    ['a month', month],
    ['approved + keyword smith', { status: 'approved', keyword: 'smith' }],
    ['applicants + a month + keyword example', { ...applicants, ...month, keyword: 'example' }],
  ];
}

interface List {
  name: string;
  /** Below /api/v1. */
  path: string;
  filters: Filter[];
  sorts: string[];
}

const listsOf = (now: number): List[] => [
  {
    name: 'records',
    path: 'admin/records',
    filters: recordFilters(now),
    sorts: ['startedAt', 'bytesSent'],
  },
  {
    name: 'users',
    path: 'admin/userList',
    filters: userFilters(now),
    sorts: ['createdAt', 'appliedAt', 'reviewedAt', 'email', 'familyName'],
  },
  {
    name: 'datasets',
    path: 'admin/datasetList',
    filters: [
      ['everything', {}],
      keyword('recordings 4'),
      ['status', { status: 'draft' }],
      ['modality', { modalityName: 'EEG' }],
    ],
    sorts: ['createdAt', 'name', 'modalityName', 'count', 'size', 'status', 'sort'],
  },
  {
    name: 'audit',
    path: 'admin/audit',
    filters: [
      ['everything', {}],
      ['administrator', { adminId: 'admin0' }],
      keyword('userReview'),
      keyword('person4242'),
    ],
    sorts: ['at'],
  },
  {
    name: 'jobs',
    path: 'admin/jobs',
    filters: [
      ['everything', {}],
      ['failed', { state: 'failed' }],
      ['kind', { kind: 'bench scrub' }],
    ],
    sorts: ['createdAt'],
  },
  {
    name: 'mails',
    path: 'admin/mails',
    filters: [
      ['not sent', {}],
      ['sent', { state: 'sent' }],
      ['failing', { state: 'failing' }],
      keyword('person42', { state: 'sent' }),
    ],
    sorts: ['createdAt'],
  },
  {
    name: 'trash',
    path: 'admin/trash',
    filters: [['everything', {}], keyword('recordings 4')],
    sorts: ['trashedAt'],
  },
  {
    name: 'dictionary',
    path: 'dict/datalist',
    filters: [
      ['everything', {}],
      ['type', { dictType: 'bench1' }],
      ['label', { dictLabel: 'label 4' }],
      ['status', { status: '1' }],
    ],
    sorts: ['dictSort', 'dictType', 'dictLabel', 'dictValue', 'status', 'createdAt', 'updatedAt'],
  },
  {
    name: 'configuration',
    path: 'configList',
    filters: [
      ['everything', {}],
      ['name', { configName: 'mail' }],
    ],
    sorts: ['configName', 'configKey', 'configType', 'createdAt', 'updatedAt'],
  },
];

/** Every sort both ways, under every filter. */
export const listCases = (now: number): ListCase[] =>
  listsOf(now).flatMap(({ name, path, filters, sorts }) =>
    filters.flatMap(([filter, query]) =>
      sorts.flatMap((sort) =>
        ['asc', 'desc'].map((order) => ({
          group: `${name}: ${filter}`,
          path: `/api/v1/${path}`,
          query: { ...query, sort, order },
        })),
      ),
    ),
  );
