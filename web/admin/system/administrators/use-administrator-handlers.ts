import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import {
  type Administrator,
  type Invitation,
  updateAdministrator,
  withdrawInvitation,
} from '../../../../contract/administrators.ts';
import { call } from '../../../api/call.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { administratorsQuery } from './administrators.query.ts';

const words = t.admin.administrators;

export interface AdministratorHandlers {
  onRole(administrator: Administrator): void;
  onDisable(administrator: Administrator): void;
  onEnable(administrator: Administrator): void;
  onWithdraw(invitation: Invitation): void;
}

/** Actions on administrators and invitations; destructive ones ask first. */
export function useAdministratorHandlers() {
  const client = useQueryClient();
  const [changing, setChanging] = useState<Administrator>();

  const sure = (title: string, message: string, confirmLabel: string) =>
    confirm({ title, message, confirmLabel, cancelLabel: t.admin.cancel, danger: true });

  const done = async (message: string) => {
    notifications.show({ color: 'ok', message });
    await client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
  };

  const setDisabled = async ({ id, name }: Administrator, disabled: boolean) => {
    if (disabled && !(await sure(words.disableTitle(name), words.disableBody, words.disable))) return;
    await call(updateAdministrator, { params: { id }, body: { disabled } });
    await done(disabled ? words.nowDisabled(name) : words.nowEnabled(name));
  };

  const withdraw = async ({ id, email }: Invitation) => {
    if (!(await sure(words.withdrawTitle, words.withdrawBody(email), words.withdraw))) return;
    await call(withdrawInvitation, { params: { id } });
    await done(words.withdrawn(email));
  };

  // Failures are reported by §8's toast.
  const ignore = () => undefined;
  const handlers: AdministratorHandlers = {
    onRole: setChanging,
    onDisable: (administrator) => void setDisabled(administrator, true).catch(ignore),
    onEnable: (administrator) => void setDisabled(administrator, false).catch(ignore),
    onWithdraw: (invitation) => void withdraw(invitation).catch(ignore),
  };
  return { handlers, changing, closeRole: () => setChanging(undefined) };
}
