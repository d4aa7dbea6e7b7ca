import { Button, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { t } from '#texts';
import { acceptInvitation, type readInvitation } from '../../../contract/administrators.ts';
import { limits } from '../../../contract/limits.ts';
import { adminLogout } from '../../../contract/session.ts';
import { call, type DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { dropArrivedLink } from '../../session/arrived-link.ts';
import { endAdminSession, readToken } from '../../session/tokens.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from '../login/entry-frame.module.css';
import { roleName } from '../role-name.ts';

const words = t.admin.invite;

interface Props {
  token: string;
  invitation: DataOf<typeof readInvitation>;
}

/** Name and password; the very first administrator enters the address, too; a reset needs the password only. */
export function AcceptForm({ token, invitation }: Props) {
  const navigate = useNavigate();
  const first = invitation.email === null;
  const { resets } = invitation;
  const { name: _, ...withoutName } = words.missing;
  const needed: Record<string, string> = resets ? withoutName : words.missing;
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { email: invitation.email ?? '', name: '', password: '' },
    check: (values) => missing(values, needed),
    async send({ email, name, password }) {
      const body = {
        token,
        password,
        ...(!resets && { name: name.trim() }),
        ...(first && { email: email.trim() }),
      };
      await call(acceptInvitation, { body });
      // Another administrator may be signed in here: the sign-in page would redirect them.
      if (readToken('admin')) {
        await call(adminLogout, { quiet: 'even expired' }).catch(() => undefined);
        endAdminSession();
        dropArrivedLink();
      }
      await navigate(paths.adminLogin, { replace: true, state: { welcome: email.trim() } });
    },
  });

  const newcomer = first ? words.introFirst : words.intro(roleName(invitation.role));
  const intro = resets ? words.introReset : newcomer;

  return (
    <>
      <p className={styles.intro}>{intro}</p>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        <TextInput
          {...field('email')}
          label={words.email}
          description={words.emailHint}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={!first}
          variant={first ? 'default' : 'filled'}
          size="md"
        />
        {!resets && (
          <TextInput
            {...field('name')}
            label={words.name}
            description={words.nameHint}
            autoComplete="name"
            maxLength={100}
            size="md"
          />
        )}
        <PasswordField
          {...field('password')}
          label={resets ? words.newPassword : words.password}
          description={words.passwordHint(limits.adminPasswordMin)}
          autoComplete="new-password"
          size="md"
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {resets ? words.submitReset : words.submit}
        </Button>
      </form>
    </>
  );
}
