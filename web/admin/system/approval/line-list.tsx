import { Textarea } from '@mantine/core';
import { t } from '#texts';
import styles from './approval.module.css';
import { linesOf, type WrongLine } from './lines.ts';

const words = t.admin.approval;
const SHOWN = 5;

interface Props {
  field: Record<string, unknown>;
  label: string;
  description: string;
  typed: string;
  wrong: readonly WrongLine[];
  readOnly: boolean;
}

/** A list with one entry per line; an error names its line. */
export function LineList({ field, label, description, typed, wrong, readOnly }: Props) {
  const count = linesOf(typed).length;
  const errors = wrong.length > 0 && (
    <ul className={styles.errors}>
      {wrong.slice(0, SHOWN).map(({ number, text, message }) => (
        <li key={number}>{words.wrongLine(number, text, message)}</li>
      ))}
      {wrong.length > SHOWN && <li>{words.moreLines(wrong.length - SHOWN)}</li>}
    </ul>
  );
  return (
    <div>
      <Textarea
        {...field}
        {...(errors && { error: errors, errorProps: { component: 'div' } })}
        label={label}
        description={description}
        rows={6}
        readOnly={readOnly}
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className={styles.count}>{words.lines(count)}</p>
    </div>
  );
}
