/** Why a sign-in with an institution ended; each has words of its own on `/auth-redirect`. */
export const signInFailures = [
  'unavailable',
  'denied',
  'expired',
  'replayed',
  'audience',
  'signature',
  'clock',
  'invalid',
  /** It is not one of those that `OIDC_ADMINS` names. */
  'administrators',
] as const;
export type SignInFailure = (typeof signInFailures)[number];

/** A sign-in that ended at the provider; the cause is for the log. */
export class SignInFailed extends Error {
  readonly failure: SignInFailure;

  constructor(failure: SignInFailure, cause: unknown) {
    super(`sign-in with the institution: ${failure}`, { cause });
    this.failure = failure;
  }
}

interface LibraryError {
  code?: string;
  error?: string;
  status?: number;
  message?: string;
  cause?: { claim?: string; cause?: { claim?: string }; message?: string; status?: number };
}

/** By the library's codes (oauth4webapi). */
const byCode: Record<string, SignInFailure> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_TIMEOUT: 'unavailable',
  OAUTH_ABORT: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unavailable',
  OAUTH_PARSE_ERROR: 'unavailable',
};

/** What an error of the library means to the person. */
export function failureOf(thrown: unknown): SignInFailure {
  const error = thrown as LibraryError;
  // `fetch` throws it without a code when nobody answers.
  if (error instanceof TypeError && error.code === undefined) return 'unavailable';
  if (error.error === 'access_denied') return 'denied';
  if (error.error === 'temporarily_unavailable' || error.error === 'server_error') return 'unavailable';
  if (error.error === 'invalid_grant') return 'replayed';
  if (error.status !== undefined && error.status >= 500) return 'unavailable';
  if (error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
    return (error.cause?.claim ?? error.cause?.cause?.claim) === 'aud' ? 'audience' : 'invalid';
  }
  if (error.code === 'OAUTH_INVALID_RESPONSE' && /signature/.test(error.cause?.message ?? '')) {
    return 'signature';
  }
  return byCode[error.code ?? ''] ?? 'invalid';
}
