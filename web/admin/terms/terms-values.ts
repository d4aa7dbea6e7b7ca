import { tAdminTerms } from '#texts/admin-terms';
import type { FieldError } from '../../../contract/envelope.ts';
import type { TermsVersion } from '../../../contract/terms.ts';
import { missing } from '../../ui/mantine/form/form-errors.ts';

const words = tAdminTerms.form;

/** Terms as form values. `signAgain`: `yes`, `no`, or not said yet. */
type TermsValues = Record<'title' | 'text' | 'signAgain', string>;

/**
 * What is missing before terms can be saved.
 * @param before the version that stays as it is, where saving makes a new one
 */
export function checkTerms(
  values: TermsValues,
  before: Pick<TermsVersion, 'title' | 'text'> | undefined,
): FieldError[] {
  const { title, text, signAgain } = words.missing;
  const errors = missing(values, { title, text, ...(before && { signAgain }) });
  const isSame = before?.title === values.title.trim() && before.text === values.text.trim();
  // The same may be signed anew: every year, for example.
  return errors.length === 0 && isSame && values.signAgain === 'no'
    ? [{ path: 'text', message: words.same }]
    : errors;
}
