import { describe, expect, it } from 'vitest';
import { blankQuestion, changed, checkQuestions, draftOf, moved, questionOf } from './questions.ts';

const choice = {
  ...blankQuestion(),
  kind: 'choice' as const,
  label: ' Where? ',
  options: 'Here\n\n There \nHere',
};

describe('access.md, "up to ten questions of the lab (text, choice, tick, file)"', () => {
  it('choices are lines; empty ones and those said twice are none', () => {
    expect(questionOf(choice)).toMatchObject({ label: 'Where?', options: ['Here', 'There'] });
    expect(questionOf({ ...choice, kind: 'text' }).options).toEqual([]);
    expect(draftOf(questionOf(choice)).options).toBe('Here\nThere');
  });

  it('names what is wrong at its field', () => {
    expect(checkQuestions([choice])).toEqual([]);
    expect(
      checkQuestions([choice, blankQuestion(), { ...choice, options: 'Here' }]).map(({ path }) => path),
    ).toEqual(['questions.1.label', 'questions.2.options']);
  });

  it('a question moves by a place, and not out of the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  });

  it('a question that is asked already keeps its kind: another kind is a question of its own', () => {
    const saved = [{ ...choice, id: 'asked' }];
    const [asked] = saved;
    if (!asked) throw new Error('no question');
    expect(changed(asked, { label: 'Which?' }, saved)).toMatchObject({ id: 'asked', label: 'Which?' });
    const other = changed(asked, { kind: 'file' }, saved);
    expect(other).toMatchObject({ kind: 'file', label: asked.label });
    expect(other.id).not.toBe('asked');
    expect(changed(other, { kind: 'text' }, saved).id, 'new ones keep theirs').toBe(other.id);
  });

  it('two new questions have two ids, of the form that the contract allows', () => {
    expect(blankQuestion().id).toMatch(/^[A-Za-z0-9-]{1,40}$/);
    expect(blankQuestion().id).not.toBe(blankQuestion().id);
  });
});
