import { t } from '#texts';
import { tAccount } from '#texts/account';
import type { FieldError } from '../../../contract/envelope.ts';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../../ui/mantine/form/form-errors.ts';

const { change } = tAccount;

const tooShort = (path: string, value: string, message: string): FieldError[] =>
  value.length < limits.userPasswordMin ? [{ path, message }] : [];

/** Client-side validation of a new password with a code. */
export const checkNewPassword = (values: { validCode: string; password: string }): FieldError[] => [
  ...missing(values, { validCode: t.account.register.missing.validCode }),
  ...tooShort('password', values.password, t.account.register.missing.password),
];

/** Client-side validation of a first password, with a code. */
export const checkFirstPassword = (values: {
  password: string;
  validCode: string;
  newPassword: string;
}): FieldError[] => [
  ...missing(values, { validCode: t.account.register.missing.validCode }),
  ...tooShort('newPassword', values.newPassword, change.missing.newPassword),
];

/** Client-side validation of a password change. */
export function checkChange(values: { oldPassword: string; newPassword: string }): FieldError[] {
  const errors = [
    ...missing(values, { oldPassword: change.missing.oldPassword }),
    ...tooShort('newPassword', values.newPassword, change.missing.newPassword),
  ];
  if (errors.length > 0 || values.oldPassword !== values.newPassword) return errors;
  return [{ path: 'newPassword', message: change.same }];
}
