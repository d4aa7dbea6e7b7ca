import { ActionIcon, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { tAdminRequests } from '#texts/admin-requests';
import { type QuestionKind, questionKinds } from '../../../../contract/requests.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './access.module.css';
import { type DraftQuestion, kindsInWords } from './questions.ts';

const words = tAdminRequests.form;

interface Props {
  question: DraftQuestion;
  index: number;
  isLast: boolean;
  idOf(part: string): string;
  errorOf(part: string): string | undefined;
  onChange(change: Partial<DraftQuestion>): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** One question of the form. */
export function QuestionEditor(props: Props) {
  const { question, index, isLast, idOf, errorOf, onChange, onMove, onRemove } = props;
  const { kind, label, help, required, options } = question;
  const number = index + 1;
  return (
    <fieldset className={styles.question} aria-label={words.item(number)}>
      <div className={styles.questionHead}>
        <span>{words.item(number)}</span>
        <ActionIcon
          id={idOf('up')}
          variant="default"
          aria-label={words.up(number)}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        >
          <Icon name="up" />
        </ActionIcon>
        <ActionIcon
          id={idOf('down')}
          variant="default"
          aria-label={words.down(number)}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <Icon name="down" />
        </ActionIcon>
        <ActionIcon
          id={idOf('remove')}
          variant="subtle"
          color="neutral"
          aria-label={words.remove(number)}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </ActionIcon>
      </div>
      <div className={styles.questionCells}>
        <TextInput
          id={idOf('label')}
          label={words.label}
          value={label}
          maxLength={300}
          error={errorOf('label')}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
        <NativeSelect
          id={idOf('kind')}
          label={words.kind}
          value={kind}
          error={errorOf('kind')}
          data={kindsInWords(questionKinds)}
          onChange={(event) => onChange({ kind: event.currentTarget.value as QuestionKind })}
        />
      </div>
      {kind === 'choice' && (
        <Textarea
          id={idOf('options')}
          label={words.options}
          value={options}
          autosize
          minRows={3}
          maxRows={12}
          error={errorOf('options')}
          onChange={(event) => onChange({ options: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={words.help}
        value={help}
        maxLength={1_000}
        error={errorOf('help')}
        onChange={(event) => onChange({ help: event.currentTarget.value })}
      />
      <Checkbox
        label={words.required}
        checked={required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
