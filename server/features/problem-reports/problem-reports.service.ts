import type { BodyOf } from '../../../contract/endpoint.ts';
import type { reportProblem } from '../../../contract/problem-reports.ts';
import type { Language } from '../../../texts/languages.ts';
import type { Audit, UserCaller } from '../../auth/index.ts';
import { problemAnswerMail, type SiteOf } from '../../mail/index.ts';
import { AppError, conflict, notFound } from '../../shared/errors.ts';
import { DAY } from '../../shared/time.ts';
import type { ProblemReportsStore } from './problem-reports.store.ts';

const HOUR = 3_600_000;
/** Reports of one account: [window in ms, count]. */
const LIMITS: readonly [number, number][] = [
  [HOUR, 5],
  [DAY, 20],
];

interface Dependencies {
  store: ProblemReportsStore;
  site: SiteOf;
  /** Multiplies the limits; 0 switches them off. */
  limitFactor: number;
  now: () => number;
}

/** Problems with a version: reported by people, answered by the laboratory. */
export function problemReportsService({ store, site, limitFactor, now }: Dependencies) {
  /** @throws AppError 429 */
  const assertBelowLimits = (earlier: readonly number[]): void => {
    if (limitFactor === 0) return;
    for (const [window, most] of LIMITS) {
      const within = earlier.filter((at) => at > now() - window);
      const [oldest] = within.slice(-Math.ceil(most * limitFactor));
      if (oldest === undefined || within.length < most * limitFactor) continue;
      throw new AppError(
        429,
        'You have reported many problems. Wait a while, or write to the laboratory by mail.',
        { retryAfter: Math.ceil((oldest + window - now()) / 1_000) },
      );
    }
  };

  return {
    /** @throws AppError 403 for who was refused, 404 for what visitors do not see, 429 over the account's limits */
    async report(
      { id: userId, status }: UserCaller,
      { datasetId, file, message }: BodyOf<typeof reportProblem>,
      language: Language,
    ): Promise<void> {
      if (status === 'suspended' || status === 'rejected') {
        throw new AppError(403, 'Your account may not report problems. Write to the laboratory by mail.');
      }
      const dataset = await store.visible(datasetId);
      if (!dataset) throw notFound('This dataset');
      const { name: datasetName, version } = dataset;
      await store.add(
        { datasetId, datasetName, version, file: file || null, message, userId, language },
        now(),
        now() - DAY,
        assertBelowLimits,
      );
    },

    /** @throws AppError 404, 409 when it is answered already */
    async answer(id: string, answer: string, adminId: string, audit: Audit): Promise<void> {
      const report = await store.one(id);
      if (!report) throw notFound('This report');
      const { dataset_name: name, version, file, message, language, email, first_name: firstName } = report;
      const mail =
        email === null || firstName === null
          ? undefined
          : problemAnswerMail(await site(), { email, firstName }, language, {
              dataset: `${name} ${version}`,
              file,
              message,
              answer,
            });
      const isDone = await store.answer(report, { answer, adminId }, mail, now(), (trx) =>
        audit(trx, {
          subject: `${name} ${version}`,
          before: { report: id, state: 'open' },
          after: { report: id, state: 'answered' },
        }),
      );
      if (!isDone) throw conflict('This report is answered already.');
    },
  };
}

export type ProblemReportsService = ReturnType<typeof problemReportsService>;
