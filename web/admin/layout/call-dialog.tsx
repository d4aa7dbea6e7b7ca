import { Button, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import { ErrorSummary, type Problem } from '../../ui/mantine/form/error-summary.tsx';
import { RestoredNote } from '../../ui/mantine/form/restored-note.tsx';
import type { KeptDraft } from '../../ui/mantine/form/use-draft.ts';
import { useLast } from '../../ui/mantine/use-last.ts';
import { useOnTop } from '../../ui/mantine/use-on-top.ts';
import { WhileOnline } from '../access/while-online.tsx';
import forms from './form.module.css';

interface DialogProps<About> extends Pick<ModalProps, 'size' | 'closeOnClickOutside' | 'closeOnEscape'> {
  /** The item to change; undefined closes the dialog. */
  about: About | undefined;
  title(about: About): string;
  onClose(): void;
  /** The form, mounted anew each time. */
  children(about: About): ReactNode;
}

/** A dialog around one call. Restores the focus on closing; until it is gone, title and form stay, the form inert. */
export function CallDialog<About>({ about, title, onClose, children, ...modal }: DialogProps<About>) {
  const opened = about !== undefined;
  const shown = useLast(about);
  const onTop = useOnTop(opened);
  const [was, setWas] = useState({ opened, opening: 0 });
  if (opened !== was.opened) setWas({ opened, opening: was.opening + (opened ? 1 : 0) });
  return (
    <Modal
      {...onTop}
      opened={opened}
      onClose={onClose}
      title={shown !== undefined && title(shown)}
      centered
      {...modal}
    >
      {shown !== undefined && (
        <div key={was.opening} inert={!opened}>
          {children(shown)}
        </div>
      )}
    </Modal>
  );
}

interface FormProps {
  busy: boolean;
  onSubmit(event: SyntheticEvent): unknown;
  /** Errors for the summary. */
  problems?: readonly Problem[];
  kept?: KeptDraft;
  /** Label of the submit button. */
  submit?: string;
  color?: string;
  disabled?: boolean;
  /** Opens with the focus on the submit button: Enter does it. */
  focusSubmit?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The form of a dialog: error summary, fields, two buttons; takes the result of useCallForm as props. */
export function CallDialogForm({ problems = [], submit = t.admin.save, ...props }: FormProps) {
  const { busy, onSubmit, kept, color = 'brand', disabled = false, focusSubmit, onClose, children } = props;
  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      {kept && <RestoredNote kept={kept} />}
      <ErrorSummary problems={problems} />
      {children}
      <div className={forms.foot}>
        <Button variant="default" onClick={onClose}>
          {t.admin.cancel}
        </Button>
        <WhileOnline>
          <Button
            type="submit"
            loading={busy}
            color={color}
            disabled={disabled}
            data-autofocus={focusSubmit || undefined}
          >
            {submit}
          </Button>
        </WhileOnline>
      </div>
    </form>
  );
}
