import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { tAdminInstitutions as words } from '#texts/admin-institutions';
import { tInstitutions } from '#texts/institutions';
import { addAdminLink } from '../../../contract/admin-institutions.ts';
import { call } from '../../api/call.ts';
import type { ArrivedLink } from '../../session/arrived-link.ts';
import { CodeField } from '../../ui/mantine/form/code-field.tsx';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing, withoutEmpty } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { WhileOnline } from '../access/while-online.tsx';
import styles from '../layout/form.module.css';
import { useFocus } from './use-focus.ts';

interface Props {
  link: ArrivedLink;
  /** Whether the own second factor is on. */
  totp: boolean;
  onEnd(): void;
}

/** Links what the administrator has just signed in with, after password and code. */
export function LinkInstitution({ link, totp: isOn, onEnd }: Props) {
  const { institution, email, firstName, familyName, subject, ticket } = link;
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { password: '', totp: '' },
    check: (values) =>
      missing(values, {
        password: tInstitutions.proof.missing,
        ...(isOn ? { totp: words.codeMissing } : {}),
      }),
    async send({ password, totp }) {
      await call(addAdminLink, { body: { ticket, password, ...withoutEmpty({ totp: totp.trim() }) } });
      notifications.show({ color: 'ok', message: words.done(institution) });
      onEnd();
    },
  });
  const password = field('password');
  useFocus(password.id);
  const known = [`${firstName} ${familyName}`.trim(), email].filter(Boolean).join(', ');
  const who = known || `${institution}, ${subject}`;
  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={onSubmit} noValidate>
      <p>{words.linkBody(who)}</p>
      <ErrorSummary problems={problems} />
      <PasswordField {...password} label={words.password} autoComplete="current-password" />
      {isOn && <CodeField field={field('totp')} focused={false} />}
      <Group gap="sm">
        <WhileOnline>
          <Button type="submit" loading={busy}>
            {tInstitutions.own.link(institution)}
          </Button>
        </WhileOnline>
        <Button variant="default" onClick={onEnd}>
          {t.admin.cancel}
        </Button>
      </Group>
    </form>
  );
}
