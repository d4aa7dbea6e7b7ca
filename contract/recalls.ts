import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { day, listOf, listQuery, pages } from './lists.ts';
import { recallKinds } from './releases.ts';

export type { RecallKind } from './releases.ts';

const id = z.strictObject({ id: z.string().max(64) });
const text = (missing: string) => z.string().trim().min(1, missing).max(2_000, 'At most 2000 characters.');

/** A file that may be recalled: a line of the version's manifest, or what once was one. */
export const recallableFile = z.object({
  /** Entry name, as in the manifest. */
  path: z.string(),
  sha256: z.string(),
  /** Bytes. */
  size: z.number(),
  /** `former`: replaced or deleted since. */
  state: z.enum(['current', 'former']),
});
export type RecallableFile = z.infer<typeof recallableFile>;

/** Every file that the version has or had, without those of no bytes: nobody holds them. */
export const listRecallable = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/recallable',
  who: { kind: 'admin', tag: 'dataset:recall:read' },
  params: id,
  query: z.strictObject({ keyword: z.string().max(200).default(''), ...pages }),
  data: listOf(recallableFile),
});

export const recall = z.object({
  id: z.string(),
  datasetId: z.string(),
  /** As they were called when it was opened. */
  datasetName: z.string(),
  version: z.string(),
  status: z.enum(['draft', 'sent']),
  whole: z.boolean(),
  fileCount: z.number(),
  /** Null until it is sent. */
  kind: z.enum(recallKinds).nullable(),
  what: z.string(),
  reason: z.string(),
  /** The version that has the corrected files. */
  correctedIn: z.nullable(z.object({ id: z.string(), version: z.string() })),
  by: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  /** When its notice was taken from the version's page. */
  noticeDownAt: z.nullable(z.string()),
  /** Holders with an account; 0 in a draft: see `listRecallPeople`. */
  people: z.number(),
});
export type Recall = z.infer<typeof recall>;

export const recallSorts = ['createdAt'] as const;

export const listRecalls = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/recalls',
  who: { kind: 'admin', tag: 'dataset:recall:read' },
  query: listQuery(recallSorts, {
    keyword: z.string().trim().max(200).optional(),
    status: z.enum(['draft', 'sent']).optional(),
    datasetId: z.string().max(64).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  data: listOf(recall),
});

/** A recall with the first of its files, and the versions that may have the corrected ones. */
export const getRecall = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/recall/:id',
  who: { kind: 'admin', tag: 'dataset:recall:read' },
  params: id,
  data: recall.extend({
    files: z.array(z.object({ path: z.string(), sha256: z.string(), size: z.number() })),
    versions: z.array(z.object({ id: z.string(), version: z.string(), published: z.boolean() })),
  }),
});

/** Files named one by one in a call; more of them are the whole version. */
export const recallFilesMost = 1_000;

/** Opens a recall: chooses the files, writes to nobody. 400 for a file that the version never had. */
export const openRecall = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/recalls',
  who: { kind: 'admin', tag: 'dataset:recall:write' },
  params: id,
  body: z.union(
    [
      z.strictObject({ whole: z.literal(true) }),
      z.strictObject({
        files: z
          .array(
            z.strictObject({
              path: z
                .string()
                .min(1)
                .max(4 * limits.pathBytes),
              sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256.'),
            }),
          )
          .min(1, 'Choose at least one file.')
          .max(recallFilesMost, 'At most 1000 files at a time. Recall the whole version instead.'),
      }),
    ],
    'Choose at least one file.',
  ),
  bodyLimit: limits.addSubsetsBody,
  data: z.object({ id: z.string() }),
});

export const recallMailStates = ['waiting', 'sent', 'failed', 'declined'] as const;
export const correctedStates = ['none', 'no', 'partial', 'yes'] as const;

/** Somebody whose records hold recalled bytes. */
export const recallPerson = z.object({
  /** Of the person's account; of a sent recall, of the person in it. */
  id: z.string(),
  /** Null once the account is deleted; name and address are empty then. */
  userId: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  /** Files of the recall that they hold whole, and in part. */
  whole: z.number(),
  partial: z.number(),
  /** `declined`: they want no such mails; null: not sent yet. */
  mail: z.enum(recallMailStates).nullable(),
  /** Whether their records hold the corrected files; `none`: there are none. Null: not sent yet. */
  corrected: z.enum(correctedStates).nullable(),
});
export type RecallPerson = z.infer<typeof recallPerson>;

/** Of a draft: who holds the files now. Of a sent recall: who held them then, and what has become of it. */
export const listRecallPeople = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/recall/:id/people',
  who: { kind: 'admin', tag: 'dataset:recall:read' },
  params: id,
  query: z.strictObject(pages),
  data: listOf(recallPerson).extend({
    /** Downloads by deleted accounts that hold the bytes: they cannot be written to. */
    anonymous: z.number(),
    /** Downloads of single files before it was remembered which files these were. */
    unclear: z.number(),
  }),
});

/** The same people as CSV, all of them. */
export const exportRecallPeople = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/recall/:id/people/export',
  who: { kind: 'admin', tag: 'dataset:recall:read' },
  params: id,
  answers: 'file',
});

/**
 * Sends it to everybody who holds the files now, once, and puts the notice on the version's page. 409 when it was sent
 * already.
 */
export const sendRecall = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/recall/:id/sending',
  who: { kind: 'admin', tag: 'dataset:recall:write' },
  params: id,
  body: z.strictObject({
    kind: z.enum(recallKinds),
    what: text('Say what has changed.'),
    reason: text('Say why: the page shows it.'),
    /** A version of the same dataset. */
    correctedIn: z.string().max(64).nullable(),
  }),
  data: z.object({ people: z.number(), mails: z.number() }),
});

/** Drops a draft. 409 for one that was sent. */
export const dropRecall = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/recall/:id',
  who: { kind: 'admin', tag: 'dataset:recall:write' },
  params: id,
});

/**
 * Takes the notice of a sent recall from the version's page; the recall and whom it told stay. 409 for a draft, and for
 * one that was taken down already.
 */
export const takeDownNotice = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/recall/:id/notice',
  who: { kind: 'admin', tag: 'dataset:recall:write' },
  params: id,
});

const wishes = z.strictObject({
  /** Mails about corrected files; those about withdrawn ones are sent in any case. */
  recalls: z.boolean(),
});

export const getMailPreferences = defineEndpoint({
  method: 'GET',
  path: '/api/v1/mailPreferences',
  who: { kind: 'user' },
  data: wishes,
});

export const setMailPreferences = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/mailPreferences',
  who: { kind: 'user' },
  body: wishes,
  data: wishes,
});

const stop = z.strictObject({ token: z.string().max(200) });

/** What the link in a mail opens: asks, and changes nothing, since programs open links too. */
export const askToStopMails = defineEndpoint({
  method: 'GET',
  path: '/api/v1/mailPreferences/stop',
  who: { kind: 'anyone' },
  query: stop,
  answers: 'file',
});

/** One click (RFC 8058): declines mails about corrected files. The token is in the mail, and no sign-in is needed. */
export const stopMails = defineEndpoint({
  method: 'POST',
  path: '/api/v1/mailPreferences/stop',
  who: { kind: 'anyone' },
  query: stop,
  takes: 'one-click',
  answers: 'file',
});
