import { Input, NativeSelect, Textarea } from '@mantine/core';
import { tRequests as words } from '#texts/requests';
import type { RequestQuestion } from '../../../../contract/requests.ts';
import styles from './request.module.css';

interface Props {
  question: RequestQuestion;
  label: string;
  /** Props of a field of `useCallForm`. */
  field: Record<string, unknown> & { id: string; error?: React.ReactNode };
  value: string;
  onChange(value: string): void;
}

/** A question of the lab, but for a file. */
export function QuestionField({
  question: { kind, help, options, required },
  label,
  field,
  value,
  onChange,
}: Props) {
  const described = { label, size: 'md', ...(help !== '' && { description: help }) } as const;
  if (kind === 'choice') {
    return <NativeSelect {...field} {...described} data={[{ value: '', label: words.choose }, ...options]} />;
  }
  if (kind === 'tick') {
    const { error, id } = field;
    return (
      <Input.Wrapper
        size="md"
        {...(error !== undefined && { error })}
        {...(help !== '' && { description: help })}
      >
        {/* Not the kit's: its styles are the back office's alone. */}
        <label className={styles.tick} htmlFor={id}>
          <input
            id={id}
            type="checkbox"
            checked={value === 'yes'}
            required={required}
            aria-invalid={error ? true : undefined}
            onChange={(event) => onChange(event.currentTarget.checked ? 'yes' : '')}
          />
          <span>
            {label}
            {required && (
              <span className={styles.required} aria-hidden>
                {' *'}
              </span>
            )}
          </span>
        </label>
      </Input.Wrapper>
    );
  }
  return <Textarea {...field} {...described} autosize minRows={2} maxRows={12} autoComplete="off" />;
}
