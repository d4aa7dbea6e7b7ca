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

/** A rough check; the server's rule is stricter and returns field errors. */
export const looksLikeEmail = (value: string): boolean =>
  /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(value.trim());

export const wrongEmail: FieldError = { path: 'email', message: words.email };

/**
 * Client-side validation. The contract's schemas are not bundled (they would be larger than the form): the server
 * applies them and returns field errors.
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
