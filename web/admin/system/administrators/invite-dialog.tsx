import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '#texts';
import { type AdminRole, inviteAdministrator } from '../../../../contract/administrators.ts';
import { call } from '../../../api/call.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialog, CallDialogForm } from '../../layout/call-dialog.tsx';
import { administratorsQuery } from './administrators.query.ts';
import { RoleChoice } from './role-choice.tsx';

const words = t.admin.administrators;

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <CallDialog about={opened || undefined} title={() => words.inviteTitle} onClose={onClose}>
      {() => <InviteForm onClose={onClose} />}
    </CallDialog>
  );
}

function InviteForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const { form, field, ...sending } = useCallForm({
    // Least privilege by default: the inviting owner may choose another role.
    initial: { email: '', role: 'reviewer' satisfies AdminRole as string },
    check: (values) => missing(values, { email: words.emailMissing }),
    async send({ email, role }) {
      await call(inviteAdministrator, {
        body: { email: email.trim(), role: role as AdminRole },
      });
      notifications.show({ color: 'ok', message: words.sent(email.trim()) });
      await client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
      onClose();
    },
  });
  return (
    <CallDialogForm {...sending} submit={words.send} onClose={onClose}>
      <TextInput
        {...field('email')}
        label={words.email}
        description={words.inviteHint}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <RoleChoice value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
    </CallDialogForm>
  );
}
