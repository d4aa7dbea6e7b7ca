import { tAdminRequests } from '#texts/admin-requests';
import type { FieldError } from '../../../../contract/envelope.ts';
import type { QuestionKind, RequestQuestion } from '../../../../contract/requests.ts';

const words = tAdminRequests.form;

/** A question while it is written: choices are text, one a line. */
export type DraftQuestion = Omit<RequestQuestion, 'options'> & { options: string };

export const draftOf = (question: RequestQuestion): DraftQuestion => ({
  ...question,
  options: question.options.join('\n'),
});

/** Answers are kept under the id, which no other question may have. */
export const blankQuestion = (): DraftQuestion => ({
  id: crypto.randomUUID(),
  kind: 'text',
  label: '',
  help: '',
  required: true,
  options: '',
});

/** A question after a change. One that is asked already keeps its kind: another kind is another question, with an id of its own. */
export function changed(
  question: DraftQuestion,
  change: Partial<DraftQuestion>,
  saved: readonly DraftQuestion[],
): DraftQuestion {
  const next = { ...question, ...change };
  const was = saved.find(({ id }) => id === question.id);
  return was && was.kind !== next.kind ? { ...next, id: blankQuestion().id } : next;
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

export const questionOf = ({ options, ...question }: DraftQuestion): RequestQuestion => ({
  ...question,
  label: question.label.trim(),
  help: question.help.trim(),
  options: question.kind === 'choice' ? linesOf(options) : [],
});

/** What is wrong before it is sent, by the paths that the server uses. */
export const checkQuestions = (questions: readonly DraftQuestion[]): FieldError[] =>
  questions.flatMap((question, index) => {
    const { label, kind, options } = questionOf(question);
    const path = `questions.${index}`;
    return [
      ...(label === '' ? [{ path: `${path}.label`, message: words.missing }] : []),
      ...(kind === 'choice' && options.length < 2
        ? [{ path: `${path}.options`, message: words.fewOptions }]
        : []),
    ];
  });

/** The list after one of it moved by a place. */
export function moved<Item>(list: readonly Item[], index: number, by: -1 | 1): Item[] {
  const next = [...list];
  const [item] = next.splice(index, 1);
  if (item !== undefined) next.splice(index + by, 0, item);
  return next;
}

export const kindsInWords = (kinds: readonly QuestionKind[]) =>
  kinds.map((kind) => ({ value: kind, label: words.kinds[kind] }));
