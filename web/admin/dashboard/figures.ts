import { tDashboard } from '#texts/dashboard';
import type { getSummary } from '../../../contract/statistics.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { abbreviate, formatSizeShort, plural } from '../../ui/format.ts';
import { formatAgo } from '../../ui/format-ago.ts';
import type { Figure } from './tile.tsx';

const words = tDashboard.tile;
type Summary = DataOf<typeof getSummary>;

export interface TileOf {
  key: string;
  name: string;
  /** Link to the list, with the filter that gives as many rows as the tile shows. */
  to: string;
  /** Undefined without the permission to read that list. */
  figure(summary: Summary): Figure | undefined;
}

/** What may want attention, the most urgent first. */
export const tiles: readonly TileOf[] = [
  {
    key: 'waiting',
    name: words.waiting,
    to: `${paths.adminApplicantList}?status=pending`,
    figure: ({ users }) =>
      users
        ? {
            value: abbreviate(users.pending),
            hints: [
              users.oldestPendingAt === null
                ? words.nobodyWaits
                : words.oldest(formatAgo(users.oldestPendingAt)),
              ...(users.needsInfo > 0 ? [words.needsInfo(abbreviate(users.needsInfo))] : []),
            ],
            urgent: users.pending > 0,
          }
        : undefined,
  },
  {
    key: 'active',
    name: words.active,
    to: `${paths.adminDownload}?active=true`,
    figure: ({ downloads }) =>
      downloads
        ? {
            value: abbreviate(downloads.active),
            hints: [
              downloads.active > 0
                ? words.activeUsers(plural(downloads.activeUsers, ...words.user))
                : words.noneActive,
            ],
          }
        : undefined,
  },
  {
    key: 'broken',
    name: words.broken,
    to: `${paths.adminDownload}?complete=false&active=false&within=24h`,
    figure: ({ downloads }) =>
      downloads
        ? {
            value: abbreviate(downloads.broken24h),
            hints: [words.ofBegun(abbreviate(downloads.begun24h))],
          }
        : undefined,
  },
  {
    key: 'jobs',
    name: words.failedJobs,
    to: `${paths.adminJobs}?state=failed`,
    figure: ({ jobs }) =>
      jobs
        ? {
            value: abbreviate(jobs.failed24h),
            hints: [words.jobs(abbreviate(jobs.failed), abbreviate(jobs.unfinished))],
            urgent: jobs.failed24h > 0,
          }
        : undefined,
  },
];

/** What is good to know. */
export const facts: readonly TileOf[] = [
  {
    key: 'storage',
    name: words.storage,
    to: `${paths.adminDatasetList}?sort=size&order=desc`,
    figure: ({ storage }) =>
      storage
        ? {
            value: formatSizeShort(storage.used),
            hints: [
              storage.free === null ? words.objectStore : words.free(formatSizeShort(storage.free)),
              ...(storage.inPlace > 0 ? [words.inPlace(formatSizeShort(storage.inPlace))] : []),
            ],
          }
        : undefined,
  },
  {
    key: 'datasets',
    name: words.datasets,
    to: paths.adminDatasetList,
    figure: ({ datasets }) =>
      datasets
        ? {
            value: abbreviate(datasets.total),
            hints: [
              words.published(abbreviate(datasets.published), abbreviate(datasets.draft)),
              ...(datasets.withdrawn > 0 ? [words.withdrawn(abbreviate(datasets.withdrawn))] : []),
            ],
          }
        : undefined,
  },
  {
    key: 'users',
    name: words.users,
    to: paths.adminUserList,
    figure: ({ users }) =>
      users
        ? { value: abbreviate(users.total), hints: [words.approved(abbreviate(users.approved))] }
        : undefined,
  },
];
