import type { Institution } from '../../shared/institutions.ts';

/** Values of `acr` that mean more than one factor everywhere: REFEDS MFA (also eduGAIN's), Microsoft. */
const KNOWN = ['https://refeds.org/profile/mfa', 'http://schemas.microsoft.com/claims/multipleauthn'];

/** Methods of `amr` (RFC 8176) by what they show: something known, something held, something one is. */
const KINDS: Record<string, string> = {
  pwd: 'known',
  pin: 'known',
  kba: 'known',
  otp: 'held',
  hwk: 'held',
  swk: 'held',
  sc: 'held',
  sms: 'held',
  tel: 'held',
  pop: 'held',
  face: 'body',
  fpt: 'body',
  iris: 'body',
  retina: 'body',
  vbm: 'body',
};

const listOf = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : []).filter((value): value is string => typeof value === 'string');

/**
 * Whether an ID token says that its person showed two factors: by `amr`, `mfa` or methods of two kinds; by `acr`, a
 * well-known value or one of `OIDC_ACR`.
 */
export function hasSecondFactor(
  { amr, acr }: { amr?: unknown; acr?: unknown },
  { secondFactors }: Pick<Institution, 'secondFactors'>,
): boolean {
  if (typeof acr === 'string' && [...KNOWN, ...secondFactors].includes(acr)) return true;
  const methods = listOf(amr);
  const kinds = methods.map((method) => (Object.hasOwn(KINDS, method) ? KINDS[method] : undefined));
  return methods.includes('mfa') || new Set(kinds.filter(Boolean)).size > 1;
}

/**
 * What a provider is asked for: what `OIDC_ACR` says, or the well-known values that it lists.
 * @param supported the provider's `acr_values_supported`
 */
export const acrValues = (
  { secondFactors }: Pick<Institution, 'secondFactors'>,
  supported: readonly string[],
): string[] =>
  secondFactors.length > 0 ? secondFactors : KNOWN.filter((value) => supported.includes(value));
