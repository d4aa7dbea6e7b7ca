import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { t } from '#texts';
import { tAdminRequests } from '#texts/admin-requests';
import type { FieldError } from '../../../../contract/envelope.ts';
import { requestLimits } from '../../../../contract/request-limits.ts';
import { type RequestForm, setRequestForm } from '../../../../contract/request-review.ts';
import { CallError, call } from '../../../api/call.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { ErrorSummary, type Problem } from '../../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../../ui/mantine/form/problems-of.ts';
import { RestoredNote } from '../../../ui/mantine/form/restored-note.tsx';
import { useKeptRows } from '../../../ui/mantine/form/use-kept-rows.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { useNextFocus } from '../../../ui/use-next-focus.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { useUnsavedGuard } from '../../unsaved.ts';
import styles from './access.module.css';
import { requestFormQuery } from './access.query.ts';
import { QuestionEditor } from './question-editor.tsx';
import {
  blankQuestion,
  changed,
  checkQuestions,
  type DraftQuestion,
  draftOf,
  moved,
  questionOf,
} from './questions.ts';

const words = tAdminRequests.form;
const SAVE = 'save';

interface Props {
  datasetId: string;
  name: string;
  form: RequestForm;
}

/** The lab's questions of a dataset, in their order. */
export function QuestionsForm({ datasetId, name, form }: Props) {
  const client = useQueryClient();
  const mayWrite = useAllowed(toCall(setRequestForm));
  const prefix = useId();
  const {
    rows: questions,
    set: setQuestions,
    saved,
    dirty,
    kept,
    sent,
  } = useKeptRows(`questions:${datasetId}`, form.questions.map(draftOf));
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [said, setSaid] = useState('');
  const work = useWork();
  useUnsavedGuard(dirty);
  const wanted = useNextFocus();
  const idOf = (question: DraftQuestion, part: string) => `${prefix}${question.id}-${part}`;
  const addId = `${prefix}add`;

  const set = (next: readonly DraftQuestion[], focus?: string) => {
    wanted.current = focus;
    // Errors are told by place, which has changed.
    setErrors([]);
    setQuestions(next);
  };
  const show = (wrong: readonly FieldError[], loose: readonly Problem[] = []) => {
    setErrors(wrong);
    const placed = wrong.map(({ path, message }) => {
      const [, index, part = ''] = path.split('.');
      const question = questions[Number(index)];
      return { message, ...(question && { field: idOf(question, part) }) };
    });
    setProblems([...placed, ...loose]);
  };
  const move = (question: DraftQuestion, index: number, by: -1 | 1) => {
    const at = index + by;
    const isAtEdge = at === 0 || at === questions.length - 1;
    const way = isAtEdge ? (by === -1 ? 'down' : 'up') : by === -1 ? 'up' : 'down';
    set(moved(questions, index, by), idOf(question, way));
    setSaid(words.moved(at + 1, questions.length));
  };
  /** Asks first where something was written. */
  const remove = async (index: number) => {
    const gone = questions[index];
    if (!gone) return;
    const { label, help, options } = gone;
    const sure =
      [label, help, options].every((text) => text.trim() === '') ||
      (await confirm({
        title: words.removeTitle(index + 1),
        message: words.removeWhy(label.trim()),
        confirmLabel: tAdminRequests.reviewers.remove,
        cancelLabel: t.admin.cancel,
        danger: true,
      }));
    if (!sure) return;
    const next = questions.filter((_, at) => at !== index);
    const neighbour = next[Math.min(index, next.length - 1)];
    set(next, neighbour ? idOf(neighbour, 'remove') : addId);
  };
  const change = (index: number, by: Partial<DraftQuestion>) => {
    const next = questions.map((one, at) => (at === index ? changed(one, by, saved) : one));
    const [before, after] = [questions[index], next[index]];
    // Under another id it is another element, which takes the focus over.
    if (before && after && after.id !== before.id) wanted.current = idOf(after, 'kind');
    setQuestions(next);
  };
  const add = () => {
    const question = blankQuestion();
    set([...questions, question], idOf(question, 'label'));
  };

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = checkQuestions(questions);
    show(wrong);
    if (wrong.length > 0) return;
    work.run(
      SAVE,
      async () => {
        const body = { questions: questions.map(questionOf) };
        const now = await call(setRequestForm, { params: { id: datasetId }, body });
        sent(now.questions.map(draftOf));
        client.setQueryData(requestFormQuery(datasetId).queryKey, now);
        notifications.show({ color: 'ok', message: words.saved(name) });
      },
      (error) => {
        const placed =
          error instanceof CallError ? error.errors.filter(({ path }) => path.includes('.')) : [];
        show(placed, placed.length > 0 ? [] : problemsOf(error));
      },
    );
  };

  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={kept} />
      <ErrorSummary problems={problems} />
      <p className={forms.note}>{words.intro}</p>
      {questions.length === 0 && <p className={forms.note}>{words.none}</p>}
      <fieldset className={styles.questions} disabled={!mayWrite || work.isBusy(SAVE)}>
        {questions.map((question, index) => (
          <QuestionEditor
            key={question.id}
            question={question}
            index={index}
            isLast={index === questions.length - 1}
            idOf={(part) => idOf(question, part)}
            errorOf={(part) => errors.find(({ path }) => path === `questions.${index}.${part}`)?.message}
            onChange={(by) => change(index, by)}
            onMove={(by) => move(question, index, by)}
            onRemove={() => void remove(index)}
          />
        ))}
      </fieldset>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {mayWrite && (
        <div className={styles.buttons}>
          <Button
            id={addId}
            size="xs"
            variant="default"
            disabled={questions.length >= requestLimits.questions || work.isBusy(SAVE)}
            onClick={add}
          >
            {words.add}
          </Button>
          {questions.length >= requestLimits.questions && <span className={forms.note}>{words.full}</span>}
        </div>
      )}
      <p className={forms.note}>{words.means}</p>
      {mayWrite && (
        <div>
          <WhileOnline>
            <Button type="submit" variant="default" loading={work.isBusy(SAVE)} disabled={!dirty}>
              {words.save}
            </Button>
          </WhileOnline>
        </div>
      )}
    </form>
  );
}
