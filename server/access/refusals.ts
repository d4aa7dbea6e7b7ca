import { AppError } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import type { Reader } from './visibility.ts';

/** Why a download, or the list that leads to it, is refused; each says what to do instead. */
export const signInFirst = () =>
  new AppError(401, 'Please sign in to download, or fetch a new link from the dataset page.');

export const notForAdministrators = () =>
  new AppError(403, 'Downloads need a user account, not an administrator.');

const byStatus: Partial<Record<string, Message>> = {
  pending: 'Your application is still being reviewed. You can download once it is approved.',
  needs_info: 'Your application needs more information before you can download.',
  rejected: 'Your application was not approved.',
  suspended: 'Your access is suspended.',
  expired: 'Your approval has expired. Please apply again.',
};

export const notApproved = (status: string) => new AppError(403, byStatus[status] ?? 'You may not download.');

/** Why who reads may not download, of those who may not: 401 or 403. */
export const refusalOf = (reader: Reader): AppError => {
  if (reader.kind === 'user') return notApproved(reader.status);
  return reader.kind === 'nobody' ? signInFirst() : notForAdministrators();
};

export const missing = () => new AppError(404, 'This file was not found.');

export const withdrawn = () =>
  new AppError(410, 'This dataset was withdrawn and can no longer be downloaded.');

/** Decisions §4: what is asked for is still being hashed. */
export const comingSoon = () =>
  new AppError(503, 'This file is being prepared: its checksum is computed first. Please come back later.', {
    retryAfter: 30,
  });
