import { Button, Input } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { t } from '#texts';
import styles from './upload.module.css';

interface Props {
  label: string;
  description?: string;
  accept?: string;
  multiple?: boolean;
  files: readonly File[];
  onChange(files: File[]): void;
  error?: ReactNode;
  disabled?: boolean;
  /** Details of the chosen files, below the field: a preview, a total. */
  children?: ReactNode;
}

/** The native file input: it accepts dropped files, and works with assistive technology. */
export function FileField(props: Props) {
  const { label, description, accept, multiple, files, onChange, error, disabled, children } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    if (input.current) input.current.value = '';
    onChange([]);
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      {...(description !== undefined && { description })}
      {...(error !== undefined && { error })}
    >
      <div className={styles.field}>
        <input
          ref={input}
          id={id}
          type="file"
          className={styles.input}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-description ${id}-error`}
          aria-invalid={error !== undefined || undefined}
          {...(accept !== undefined && { accept })}
          onChange={(event) => onChange([...(event.currentTarget.files ?? [])])}
        />
        {files.length > 0 && !disabled && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={clear}
            aria-label={`${t.admin.datasets.remove} ${label}`}
          >
            {t.admin.datasets.remove}
          </Button>
        )}
      </div>
      {children}
    </Input.Wrapper>
  );
}
