import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listOf, listQuery } from './lists.ts';

export const problemStates = ['open', 'answered'] as const;

const words = z.string().trim().max(5_000);

/**
 * Reports a problem with a version to the laboratory, privately (access.md, "After the download"). The file is named as
 * the person knows it and not looked up: who may not see names learns none. 403 for rejected and suspended accounts, 404
 * where visitors see no such version, 429 with `Retry-After` over the account's limit.
 */
export const reportProblem = defineEndpoint({
  method: 'POST',
  path: '/api/v1/problemReports',
  who: { kind: 'user' },
  body: z.strictObject({
    datasetId: z.string().max(64),
    file: z
      .string()
      .trim()
      .max(limits.pathBytes)
      .regex(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
        /^[^\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]*$/,
        'Remove the invisible control characters.',
      )
      .optional(),
    message: words.min(1, 'Say what is wrong.'),
  }),
});

/** A report as the laboratory sees it. */
export const problemReport = z.object({
  id: z.string(),
  state: z.enum(problemStates),
  datasetId: z.string(),
  /** Name and version when it was reported. */
  datasetName: z.string(),
  version: z.string(),
  /** Null: the version as a whole. */
  file: z.string().nullable(),
  message: z.string(),
  /** Who reported it; null once the account is deleted: nobody can be written to then. */
  reporter: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  createdAt: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** The administrator who answered. */
  answeredBy: z.string().nullable(),
});
export type ProblemReport = z.infer<typeof problemReport>;

export const listProblemReports = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/problemReports',
  who: { kind: 'admin', tag: 'dataset:problem:read' },
  query: listQuery(['createdAt'], {
    state: z.enum(problemStates).optional(),
    /** In the dataset's name, the file or the message. */
    keyword: z.string().trim().max(200).optional(),
  }),
  data: listOf(problemReport),
});

/** Keeps the answer and mails it to who reported. 409 when another administrator has answered meanwhile. */
export const answerProblem = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/problemReports/:id/answer',
  who: { kind: 'admin', tag: 'dataset:problem:write' },
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ answer: words.min(1, 'Write an answer.') }),
});
