import { tRequests as words } from '#texts/requests';
import type { FieldError } from '../../../../contract/envelope.ts';
import type { OwnRequest, RequestAnswers, RequestQuestion } from '../../../../contract/requests.ts';
import { CallError } from '../../../api/call.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';

/** The fields of the form: the purpose, a message, and one for each question; that of a file holds its id. */
export type RequestValues = Record<string, string> & { purpose: string; message: string };

const TICKED = 'yes';

/** The name of a question's field: react forms take a dot for a path. */
export const fieldOf = ({ id }: Pick<RequestQuestion, 'id'>): string => `answer-${id}`;

export function valuesOf({ purpose, questions, answers, files }: OwnRequest): RequestValues {
  const fields = questions.map((question) => {
    if (question.kind === 'file') {
      return [fieldOf(question), files.find(({ questionId }) => questionId === question.id)?.id ?? ''];
    }
    const answer = answers[question.id] ?? '';
    return [fieldOf(question), typeof answer === 'boolean' ? (answer ? TICKED : '') : answer];
  });
  return { purpose, message: '', ...Object.fromEntries(fields) };
}

/** What is sent: a text that is empty is no answer. */
export function bodyOf(questions: readonly RequestQuestion[], values: RequestValues) {
  const answers: RequestAnswers = {};
  for (const question of questions) {
    const value = values[fieldOf(question)] ?? '';
    if (question.kind === 'file') continue;
    if (question.kind === 'tick') answers[question.id] = value === TICKED;
    else if (value.trim() !== '') answers[question.id] = value;
  }
  return { purpose: values.purpose, answers };
}

/** What was typed, for the form as it is now: choices that it offers no more are left out, and so are files, which it knows. */
export function carriedOver({ questions }: OwnRequest, typed: RequestValues): RequestValues {
  const fields = questions.flatMap((question) => {
    const name = fieldOf(question);
    const value = typed[name];
    const fits = question.kind !== 'choice' || question.options.includes(value ?? '');
    return value !== undefined && value !== '' && question.kind !== 'file' && fits ? [[name, value]] : [];
  });
  return { purpose: typed.purpose, message: typed.message, ...Object.fromEntries(fields) };
}

/** Whether the server refused since the form asks something else by now. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof CallError &&
  error.code === 409 &&
  error.errors.some(({ path }) => path === 'revision' || path.startsWith('answers.'));

/**
 * What is missing before the request can be sent.
 * @param uploading the ids of the questions whose documents are on their way
 */
export const checkRequest = (
  questions: readonly RequestQuestion[],
  values: RequestValues,
  uploading: ReadonlySet<string> = new Set(),
): FieldError[] => [
  ...missing(values, {
    purpose: words.missingPurpose,
    ...Object.fromEntries(
      questions
        .filter(({ id, required }) => required && !uploading.has(id))
        .map((question) => [fieldOf(question), words.missing[question.kind](question.label)]),
    ),
  }),
  ...questions
    .filter(({ id }) => uploading.has(id))
    .map((question) => ({ path: fieldOf(question), message: words.uploading(question.label) })),
];

/** The server names a question by its id (`answers.<id>`), the form by its field. */
export function toFields(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const errors = error.errors.map(({ path, message }) => ({
    path: path.startsWith('answers.') ? fieldOf({ id: path.slice('answers.'.length) }) : path,
    message,
  }));
  return new CallError(error.code, error.msg, errors);
}
