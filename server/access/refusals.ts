import type { AccessKey } from '../../contract/access.ts';
import { AppError } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import type { Reason } from './decision.ts';

/** Of an approved user, for what the dataset asks (access.md): the key is for programs, the sentence for people. */
const byDataset = (message: AccessKey, msg: Message) =>
  new AppError(403, msg, { errors: [{ path: 'access', message }] });

export const withdrawn = () =>
  new AppError(410, 'This dataset was withdrawn and can no longer be downloaded.');

export const missing = () => new AppError(404, 'This file was not found.');

/** The table of reasons: what is answered to each, and what to do instead. */
const answers: Record<Reason, (embargoUntil: string | null) => AppError> = {
  sign_in: () => new AppError(401, 'Please sign in to download, or fetch a new link from the dataset page.'),
  administrator: () => new AppError(403, 'Downloads need a user account, not an administrator.'),
  pending: () =>
    new AppError(403, 'Your application is still being reviewed. You can download once it is approved.'),
  needs_info: () => new AppError(403, 'Your application needs more information before you can download.'),
  rejected: () => new AppError(403, 'Your application was not approved.'),
  suspended: () => new AppError(403, 'Your access is suspended.'),
  expired: () => new AppError(403, 'Your approval has expired. Please apply again.'),
  draft: missing,
  withdrawn,
  elsewhere: () =>
    new AppError(403, 'This link is for another dataset. Fetch a new one from the dataset page.'),
  embargo: (until) =>
    byDataset('embargo', `The files of this version are handed out from ${until} on (UTC).`),
  terms_to_sign: () =>
    byDataset('terms_to_sign', 'This dataset asks for signed terms. Sign them on its page, then download.'),
  terms_changed: () =>
    byDataset(
      'terms_changed',
      'The terms of this dataset have changed since you signed. Sign them again on its page, then download.',
    ),
  request_to_make: () =>
    byDataset('request_to_make', 'This dataset asks for a request. Make one on its page.'),
  request_pending: () =>
    byDataset(
      'request_pending',
      'Your request for this dataset is still being reviewed. You can download once it is granted.',
    ),
  request_needs_info: () =>
    byDataset(
      'request_needs_info',
      'Your request for this dataset needs more information. Complete it on its page.',
    ),
  request_rejected: () =>
    byDataset(
      'request_rejected',
      'Your request for this dataset was not granted. Its page says why, and takes a new one.',
    ),
  request_ended: () =>
    byDataset('request_ended', 'Your access to this dataset has ended. You can ask again on its page.'),
};

export const refusal = (reason: Reason, embargoUntil: string | null = null): AppError =>
  answers[reason](embargoUntil);

/** Decisions §4: what is asked for is still being hashed. */
export const comingSoon = () =>
  new AppError(503, 'This file is being prepared: its checksum is computed first. Please come back later.', {
    retryAfter: 30,
  });
