import { describe, expect, it } from 'vitest';
import type { OwnRequest, RequestQuestion } from '../../../../contract/requests.ts';
import { CallError } from '../../../api/call.ts';
import { bodyOf, carriedOver, checkRequest, isOutdated, toFields, valuesOf } from './request-values.ts';

const question = (id: string, kind: RequestQuestion['kind'], required = true): RequestQuestion => ({
  id,
  kind,
  label: id,
  help: '',
  required,
  options: [],
});
const questions = [
  question('aim', 'text'),
  question('site', 'choice', false),
  question('ethics', 'tick'),
  question('vote', 'file'),
];
const request = {
  questions,
  purpose: 'To find the moth.',
  answers: { aim: 'Moths', ethics: true },
  files: [],
} as unknown as OwnRequest;

describe('access.md, "A form per lineage: purpose, and up to ten questions of the lab"', () => {
  it('is filled in with what is there, and sent as it is filled in', () => {
    const values = valuesOf(request);
    expect(values.purpose).toBe('To find the moth.');
    expect(bodyOf(questions, values)).toEqual({ purpose: request.purpose, answers: request.answers });
    expect(bodyOf(questions, { ...values, 'answer-aim': ' ', 'answer-ethics': '' }).answers).toEqual({
      ethics: false,
    });
  });

  it('names what is missing, files too, and nothing that is optional', () => {
    const values = { ...valuesOf(request), purpose: ' ', 'answer-aim': '' };
    expect(checkRequest(questions, values).map(({ path }) => path)).toEqual([
      'purpose',
      'answer-aim',
      'answer-vote',
    ]);
    const files = [{ id: 'f', questionId: 'vote', name: 'vote.pdf', size: 1 }];
    expect(checkRequest(questions, valuesOf({ ...request, files }))).toEqual([]);
  });

  it('a document that is still on its way is waited for, also one that nobody must add', () => {
    const asked = [...questions, question('more', 'file', false)];
    const values = { ...valuesOf({ ...request, questions: asked }) };
    const wrong = checkRequest(asked, values, new Set(['vote', 'more']));
    expect(wrong.map(({ path }) => path)).toEqual(['answer-vote', 'answer-more']);
    expect(wrong[1]?.message).toContain('more');
  });

  it('a form that is loaded again keeps what was typed, where it still fits', () => {
    const typed = {
      ...valuesOf(request),
      purpose: 'To count.',
      message: 'Please.',
      'answer-aim': 'Owls',
      'answer-site': 'Here',
      'answer-gone': 'x',
      'answer-vote': 'f',
    };
    const now = (options: string[]) => ({
      ...request,
      questions: questions.map((one) => (one.id === 'site' ? { ...one, options } : one)),
    });
    const kept = { purpose: 'To count.', message: 'Please.', 'answer-aim': 'Owls', 'answer-ethics': 'yes' };
    expect(carriedOver(now(['There', 'Nowhere']), typed)).toEqual(kept);
    expect(carriedOver(now(['Here', 'There']), typed)).toEqual({ ...kept, 'answer-site': 'Here' });
    const told = (path?: string) => new CallError(409, 'No', path ? [{ path, message: 'No' }] : []);
    expect(
      [told('revision'), told('answers.gone'), told(), new CallError(400, 'No')].map(isOutdated),
    ).toEqual([true, true, false, false]);
  });

  it("an error of the server's comes to the field of its question", () => {
    const told = toFields(new CallError(400, 'Bad', [{ path: 'answers.aim', message: 'Too long.' }]));
    expect((told as CallError).errors).toEqual([{ path: 'answer-aim', message: 'Too long.' }]);
  });
});
