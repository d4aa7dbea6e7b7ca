import { useState } from 'react';
import { tInstitutions } from '#texts/institutions';
import type { FieldError } from '../../../../contract/envelope.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { type MailedCode, useMailedCode } from '../use-valid-code.ts';

const words = tInstitutions.proof;

/** The fields of a form that asks for a proof. */
export const emptyProof = { password: '', validCode: '' };
type Values = Readonly<Record<'password' | 'validCode', string>>;

export type By = 'password' | 'code';

export interface ProofOfPerson {
  by: By;
  /** Undefined: there is no choice. */
  choose: ((by: By) => void) | undefined;
  code: MailedCode;
  check(values: Values): FieldError[];
  /** The part of the call's body. */
  body(values: Values): { password: string } | { validCode: string };
}

/**
 * That it is the person: by the password, or by a code mailed to them.
 * @param by `either`: the person chooses; it must not change while the form is there
 * @param mail the call that sends the code
 */
export function useProof(by: By | 'either', mail: (email: string) => Promise<unknown>): ProofOfPerson {
  const [chosen, choose] = useState<By>('password');
  const code = useMailedCode(mail);
  const used = by === 'either' ? chosen : by;
  return {
    by: used,
    choose: by === 'either' ? choose : undefined,
    code,
    check: (values) =>
      missing(values, used === 'password' ? { password: words.missing } : { validCode: words.codeMissing }),
    body: ({ password, validCode }) => (used === 'password' ? { password } : { validCode }),
  };
}
