import { Button, Group, Modal, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '#texts';
import { type AdminRole, inviteAdministrator } from '../../../../contract/administrators.ts';
import { call } from '../../../api/call.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import forms from '../../layout/form.module.css';
import { administratorsQuery } from './administrators.query.ts';
import { RoleChoice } from './role-choice.tsx';

const words = t.admin.administrators;

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.inviteTitle} centered>
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

function InviteForm({ onClose }: { onClose(): void }) {
  const client = useQueryClient();
  const { form, field, problems, busy, onSubmit } = useCallForm({
    // The role with the least power over others: more is for the inviting owner to choose.
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
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
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
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t.admin.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.send}
        </Button>
      </Group>
    </form>
  );
}
