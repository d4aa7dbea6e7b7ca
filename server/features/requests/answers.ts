import { createHash } from 'node:crypto';
import type { RequestAnswers, RequestQuestion } from '../../../contract/requests.ts';
import { AppError, conflict, invalid } from '../../shared/errors.ts';
import type { Message } from '../../shared/messages.ts';

/** Purpose and answers, saved or sent; a file question's answer is the file's id. */
export interface Content {
  purpose: string;
  answers: RequestAnswers;
}

const pathOf = (id: string): string => `answers.${id}`;

/** The answers whose questions the form has now, of some kinds. */
export const answersTo = (
  questions: readonly RequestQuestion[],
  answers: RequestAnswers,
  which: (question: RequestQuestion) => boolean = () => true,
): RequestAnswers =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answers[question.id];
      return answer !== undefined && which(question) ? [[question.id, answer]] : [];
    }),
  );

/** Names questions as they are worded: nobody answers what they never saw. */
export const revisionOf = (questions: readonly RequestQuestion[]): string =>
  createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 32);

/** @throws AppError 409 where somebody has seen other questions */
export function assertSeen(questions: readonly RequestQuestion[], revision: string | undefined): void {
  if (revision !== undefined && revision !== revisionOf(questions))
    throw conflict('The questions of this dataset have changed. Load the form again.', 'revision');
}

export const isFile = ({ kind }: RequestQuestion): boolean => kind === 'file';

/**
 * Judges what somebody typed, whole or not.
 * @throws AppError 400 for an answer of the wrong kind; 409 for one to a question that is no longer asked
 */
export function assertFitting(questions: readonly RequestQuestion[], answers: RequestAnswers): void {
  for (const [id, answer] of Object.entries(answers)) {
    const question = questions.find((one) => one.id === id);
    if (!question)
      throw conflict('The questions of this dataset have changed. Load the form again.', pathOf(id));
    const { kind, options } = question;
    if (kind === 'file') throw invalid(pathOf(id), 'Send this file by itself.');
    if ((kind === 'tick') !== (typeof answer === 'boolean'))
      throw invalid(pathOf(id), 'This answer is of another kind than its question.');
    if (kind === 'choice' && answer !== '' && !options.includes(String(answer)))
      throw invalid(pathOf(id), 'Choose one of the given answers.');
  }
}

const missing: Record<RequestQuestion['kind'], Message> = {
  text: 'Answer this question.',
  choice: 'Choose one of the given answers.',
  tick: 'Tick this to go on.',
  file: 'Add the document that is asked for.',
};

/**
 * Judges what is to be sent, files included.
 * @throws AppError 400 with every answer that is missing
 */
export function assertComplete(questions: readonly RequestQuestion[], answers: RequestAnswers): void {
  const errors = questions.flatMap(({ id, kind, required }) => {
    const answer = answers[id];
    const isGiven = typeof answer === 'string' ? answer.trim() !== '' : answer === true;
    return required && !isGiven ? [{ path: pathOf(id), message: missing[kind] }] : [];
  });
  const [first] = errors;
  if (first) throw new AppError(400, first.message, { errors });
}
