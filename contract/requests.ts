import * as z from 'zod';
import { requestStandings, requestStatuses } from './access.ts';
import { applicationFields } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { label } from './label.ts';
import { requestLimits } from './request-limits.ts';
import { usualWait } from './review-wait.ts';

export { requestLimits } from './request-limits.ts';
export { getRequestWait } from './review-wait.ts';

const id = z.strictObject({ id: z.string().max(64) });
const ofFile = z.strictObject({ id: z.string().max(64), fileId: z.string().max(64) });

export const questionKinds = ['text', 'choice', 'tick', 'file'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** A question of the lab. The purpose is always asked, and is none of them. */
export const requestQuestion = z.strictObject({
  /** Chosen by whoever writes the form; answers are kept under it. */
  id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, 'Letters, digits and hyphens only.'),
  kind: z.enum(questionKinds),
  label: label(300, 'question'),
  /** Shown below the question; empty: nothing. */
  help: z.string().trim().max(1_000, 'At most 1000 characters.'),
  required: z.boolean(),
  /** Of `choice`, two at least; otherwise empty. */
  options: z
    .array(label(200, 'choice'))
    .max(requestLimits.options, `At most ${requestLimits.options} choices.`),
});
export type RequestQuestion = z.infer<typeof requestQuestion>;

/** By the question's id: text, the chosen option, or the tick. Files are uploaded by a call of their own. */
const answers = z.record(
  z.string().max(40),
  z.union([
    z
      .string()
      .max(requestLimits.answerCharacters, `At most ${requestLimits.answerCharacters} characters.`)
      .refine((value) => value.isWellFormed(), 'The text is well-formed Unicode.'),
    z.boolean(),
  ]),
);
export type RequestAnswers = z.infer<typeof answers>;

/** The PDF that answers a question. */
export const requestFile = z.object({
  id: z.string(),
  questionId: z.string(),
  name: z.string(),
  size: z.number(),
});
export type RequestFile = z.infer<typeof requestFile>;

/** The name of an uploaded file, without folders: under it the lab saves the file, so it says what that is. */
export const requestFileName = label(200, 'file name').refine(
  (name) => /\.pdf$/i.test(name),
  'Choose a file whose name ends in .pdf.',
);

const status = z.enum(requestStatuses);

/** The form of a dataset, and the caller's request. */
export const ownRequest = z.object({
  status: z.enum(requestStandings),
  /** While it is pending or granted, as they were when it was sent. */
  questions: z.array(requestQuestion),
  /** Of the questions that the form asks now: changes with them. */
  revision: z.string(),
  /** As last saved, or sent while it is pending or granted; before the first draft the account's. */
  purpose: z.string(),
  /** The same, of these questions. */
  answers,
  /** One a question at most. */
  files: z.array(requestFile),
  /** Whether it differs from what was sent last: a draft to go on with. */
  isDraft: z.boolean(),
  /** Whether it may be changed and sent: none, draft, needs_info, rejected, ended, and the account allows it. */
  mayAsk: z.boolean(),
  /** The lab's, of the last decision. */
  reason: z.string().nullable(),
  submittedAt: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  /** Null: no end. */
  grantedUntil: z.string().nullable(),
  /** The steps in force; who decided is not told. `reason` of a step to `pending` is the message. */
  timeline: z.array(
    z.object({ from: status.nullable(), to: status, reason: z.string().nullable(), at: z.string() }),
  ),
  /** Of this dataset's requests. */
  wait: usualWait,
});
export type OwnRequest = z.infer<typeof ownRequest>;

/** 404 for a dataset that the caller may not see, and for one that asks for no request. */
export const getOwnRequest = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/request',
  who: { kind: 'user' },
  params: id,
  data: ownRequest,
});

const form = { purpose: applicationFields.purpose, answers };

/**
 * Saves a draft, whole or not: nothing is required yet. 403 for an account that is rejected or suspended; 409 while the
 * request is pending or granted, and where an answer's question is no longer asked.
 */
export const saveRequest = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/dataset/:id/request',
  who: { kind: 'user' },
  params: id,
  bodyLimit: 256 * 1_024,
  body: z.strictObject({
    purpose: z
      .string()
      .trim()
      .max(4_000, 'At most 4000 characters.')
      .refine((value) => value.isWellFormed(), 'The text is well-formed Unicode.'),
    answers,
  }),
  data: ownRequest,
});

/**
 * Sends it: draft, needs_info, rejected or ended becomes pending. 400 with the path `answers.<question id>` of what is
 * missing; 403 and 409 as saving; 409 with the path `revision` where the form asks something else than the named revision did.
 */
export const submitRequest = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dataset/:id/request/submission',
  who: { kind: 'user' },
  params: id,
  bodyLimit: 256 * 1_024,
  body: z.strictObject({
    ...form,
    message: z.string().trim().max(2_000).optional(),
    /** Of the questions that the person has seen. */
    revision: z.string().max(64).optional(),
  }),
  data: ownRequest,
});

/** A PDF as the file `file`; it takes the place of the former one of the question. 413 above 10 MB. */
export const addRequestFile = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dataset/:id/request/file',
  who: { kind: 'user' },
  params: id,
  takes: 'multipart',
  body: z.strictObject({ questionId: z.string().max(40) }),
  data: requestFile,
});

export const getOwnRequestFile = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/request/file/:fileId',
  who: { kind: 'user' },
  params: ofFile,
  answers: 'file',
});

/** Of the draft: what was sent keeps its file until it is sent again. */
export const deleteRequestFile = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/dataset/:id/request/file/:fileId',
  who: { kind: 'user' },
  params: ofFile,
});

/** The caller's requests, drafts too, those changed last first. */
export const listOwnRequests = defineEndpoint({
  method: 'GET',
  path: '/api/v1/requests',
  who: { kind: 'user' },
  data: z.array(
    z.object({
      id: z.string(),
      /** Of the version shown first, for the calls above; null when no version of the dataset can be seen. */
      datasetId: z.string().nullable(),
      datasetName: z.string(),
      /** Of `/d/{slug}`; null as `datasetId`. */
      slug: z.string().nullable(),
      status,
      reason: z.string().nullable(),
      submittedAt: z.string().nullable(),
      reviewedAt: z.string().nullable(),
      grantedUntil: z.string().nullable(),
      /** Who asked the caller to join theirs; null: nobody. */
      askedBy: z.string().nullable(),
    }),
  ),
});
