import { Button, Group, TextInput } from '@mantine/core';
import { t } from '#texts';
import { type beginTotp, confirmTotp } from '../../../contract/administrators.ts';
import { call, type DataOf } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { WhileOnline } from '../access/while-online.tsx';
import forms from '../layout/form.module.css';
import styles from './account.module.css';
import { CopyButton } from './copy-button.tsx';
import { useFocus } from './use-focus.ts';

const words = t.admin.own;
export type Enrolment = DataOf<typeof beginTotp>;

interface Props {
  enrolment: Enrolment;
  onConfirmed(recoveryCodes: readonly string[]): void;
  onCancel(): void;
}

/** In groups of four, as authenticator apps show it; copied without spaces. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The secret as a QR code and as text, and the field for its first code. */
export function ConfirmTotp({ enrolment: { secret, qr }, onConfirmed, onCancel }: Props) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { code: '' },
    check: (values) => missing(values, { code: words.missing.code }),
    async send({ code }) {
      const body = { code: code.replace(/\s/g, '') };
      onConfirmed((await call(confirmTotp, { body })).recoveryCodes);
    },
  });
  const code = field('code');
  useFocus(code.id);
  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <div className={styles.enrol}>
        <figure className={styles.qr}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
            alt={words.qrAlt}
            width={200}
            height={200}
          />
        </figure>
        <div className={forms.form}>
          <div>
            <p className={styles.label}>{words.scan}</p>
            <p className={forms.note}>{words.secret}:</p>
            <code className={styles.secret}>{inGroups(secret)}</code>
            <CopyButton text={secret} label={words.copySecret} />
          </div>
          <ErrorSummary problems={problems} />
          <TextInput
            {...code}
            label={words.code}
            description={words.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            maw={240}
          />
          <Group gap="sm">
            <WhileOnline>
              <Button type="submit" loading={busy}>
                {words.confirm}
              </Button>
            </WhileOnline>
            <Button variant="default" onClick={onCancel}>
              {t.admin.cancel}
            </Button>
          </Group>
        </div>
      </div>
    </form>
  );
}
