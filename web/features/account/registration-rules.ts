import { t } from '#texts';
import type { FieldError } from '../../../contract/envelope.ts';
import { limits } from '../../../contract/limits.ts';
import { missing } from '../../ui/mantine/form/form-errors.ts';

const words = t.account.register.missing;

export const emptyRegistration = {
  email: '',
  validCode: '',
  password: '',
  firstName: '',
  familyName: '',
  affiliation: '',
  purpose: '',
  country: '',
};
export type Registration = typeof emptyRegistration;

/** Whether it is worth sending; the server's rule is stricter and answers by field. */
export const looksLikeEmail = (value: string): boolean =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value.trim());

export const wrongEmail: FieldError = { path: 'email', message: words.email };

/**
 * What can be told without the server. The contract's schemas stay out of the pages (they would weigh more than the
 * form): the server applies them and says what is wrong at each field.
 */
export function checkRegistration(values: Registration): FieldError[] {
  const { password, ...rest } = words;
  return [
    ...(looksLikeEmail(values.email) ? [] : [wrongEmail]),
    ...missing(values, { validCode: rest.validCode }),
    ...(values.password.length < limits.userPasswordMin ? [{ path: 'password', message: password }] : []),
    ...missing(values, {
      firstName: rest.firstName,
      familyName: rest.familyName,
      affiliation: rest.affiliation,
      purpose: rest.purpose,
    }),
  ];
}
