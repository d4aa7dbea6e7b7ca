import { hashToken, newToken } from '../../auth/index.ts';
import { notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { BrowserCookie, Purpose } from './browser-cookie.ts';
import type { OpenIdProvider } from './openid.ts';
import { SignInFailed, type SignInFailure } from './sign-in-failure.ts';
import type { SignInsStore } from './sign-ins.store.ts';

/** From the provider's answer to the page's exchange. */
const CODE_LIFE = 60_000;
const PAGE = '/auth-redirect';

interface Dependencies {
  store: Pick<SignInsStore, 'add'>;
  providers: readonly OpenIdProvider[];
  cookie: BrowserCookie;
  /** Told of each sign-in that failed at the provider. */
  onFailed: (failed: { institution: string; failure: SignInFailure; why: string }) => void;
  now: () => number;
}

/** Where a browser is sent next. */
interface Sent {
  location: string;
  cookie?: string;
}

/** Words for the log, without what the browser or the provider sent: codes and claims are in the causes. */
function whyOf(error: SignInFailed): string {
  const { cause } = error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? `${cause.code}: ` : '';
  const inner = cause.cause instanceof Error ? ` (${cause.cause.message})` : '';
  return `${code}${cause.message}${inner}`.slice(0, 300);
}

/** @throws SignInFailed for an administrator's sign-in by a provider that `OIDC_ADMINS` does not name */
function assertFor({ institution }: OpenIdProvider, purpose: Purpose): void {
  if (purpose !== 'user' && !institution.forAdmins) {
    throw new SignInFailed('administrators', 'OIDC_ADMINS does not name it');
  }
}

/** The two links of a sign-in: to the provider, and back from it. Both end on a page, whatever happens. */
export function handshakeService({ store, providers, cookie, onFailed, now }: Dependencies) {
  /** The failure's name alone goes to the page: what a provider wrote is not shown. */
  async function orFailurePage(
    { institution }: OpenIdProvider,
    purpose: Purpose,
    work: () => Promise<Sent>,
  ): Promise<Sent> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SignInFailed)) throw error;
      const { failure } = error;
      onFailed({ institution: institution.name, failure, why: whyOf(error) });
      return { location: `${PAGE}#error=${failure}${purpose === 'user' ? '' : '&for=admin'}` };
    }
  }

  return {
    /** @throws AppError 404 */
    async begin(id: string, redirect: string | undefined, purpose: Purpose = 'user'): Promise<Sent> {
      const provider = providers.find(({ institution }) => institution.id === id);
      if (!provider) throw notFound('This institution');
      return orFailurePage(provider, purpose, async () => {
        assertFor(provider, purpose);
        const { url, checks } = await provider.begin(purpose !== 'user');
        const begun = {
          ...checks,
          institution: id,
          browser: newToken(),
          redirect: redirect ?? null,
          purpose,
        };
        return { location: url, cookie: cookie.write(begun) };
      });
    },

    /** @param query what the provider added to the callback's address */
    async finish(query: string, cookies: string | undefined): Promise<Sent> {
      const begun = cookie.read(cookies);
      const provider = providers.find(({ institution }) => institution.id === begun?.institution);
      if (!begun || !provider) return { location: `${PAGE}#error=expired` };
      return orFailurePage(provider, begun.purpose, async () => {
        // Once more: the server may have been started anew without it.
        assertFor(provider, begun.purpose);
        const person = await provider.finish(query, begun);
        const code = newToken();
        await store.add({
          id: newId(),
          code_hash: hashToken(code),
          browser_hash: hashToken(begun.browser),
          ticket_hash: null,
          issuer: person.issuer,
          subject: person.subject,
          email: person.email ?? null,
          first_name: person.firstName,
          family_name: person.familyName,
          affiliation: person.affiliation,
          domains: person.domains.join(' '),
          created_at: now(),
          expires_at: now() + CODE_LIFE,
          purpose: begun.purpose,
          second_factor: person.hasSecondFactor ? 1 : 0,
        });
        return { location: `${PAGE}#code=${code}` };
      });
    },
  };
}

export type HandshakeService = ReturnType<typeof handshakeService>;
