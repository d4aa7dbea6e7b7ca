import type * as OpenId from 'openid-client';
import { email as emailRule } from '../../../contract/account.ts';
import type { Institution } from '../../shared/institutions.ts';
import { acrValues, hasSecondFactor } from './second-factor-claims.ts';
import { failureOf, SignInFailed } from './sign-in-failure.ts';
import { type Vouched, vouchedFor } from './vouched.ts';

const SECOND = 1_000;
/** A provider that answers later is down, for somebody who waits. */
const TIMEOUT = 8;
/** Of clocks that are further apart nothing is believed. */
const CLOCKS_APART = 2 * 60;
/** No answer of a provider is longer. */
const LONGEST = 1_000_000;

/** Asked for where the provider has them; `openid` always. */
const SCOPES = [
  'openid',
  'email',
  'profile',
  'affiliation',
  'eduperson_scoped_affiliation',
  'schac_home_organization',
];

/** What the browser has to bring back. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** A person, as the provider knows them. */
export interface ProvidedPerson extends Vouched {
  issuer: string;
  subject: string;
  /** Undefined: none that the provider has verified. */
  email: string | undefined;
  firstName: string;
  familyName: string;
  /** Whether the provider says that it asked for a second factor. */
  hasSecondFactor: boolean;
}

interface Dependencies {
  institution: Institution;
  redirectUri: string;
  now: () => number;
}

/** Loaded when somebody signs in: most portals have no provider. */
const library = (): Promise<typeof OpenId> => import('openid-client');

/** One line of a text that somebody else has written. */
const lineOf = (value: unknown, most: number): string =>
  typeof value === 'string'
    ? value
        .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
        .trim()
        .slice(0, most)
    : '';

function verifiedEmail({ email, email_verified: verified }: Record<string, unknown>): string | undefined {
  // Some providers write it as text. Absent means unverified (threat 40).
  if (verified !== true && verified !== 'true') return undefined;
  const parsed = emailRule.safeParse(email);
  return parsed.success ? parsed.data : undefined;
}

/** Reads an answer up to a length, so that no provider fills the memory. */
async function bounded(response: Response): Promise<Response> {
  const bytes: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > LONGEST) throw new TypeError('the answer of the provider is too long');
    bytes.push(piece);
  }
  const { status, statusText, headers } = response;
  const isEmpty = status === 204 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(bytes), { status, statusText, headers });
}

/**
 * Signs people in at one provider: code flow with PKCE, state and nonce. It fetches the addresses that the configured
 * issuer names, follows no redirect, and nothing else of the server fetches anything (threat 28).
 */
export function openIdProvider({ institution, redirectUri, now }: Dependencies) {
  const issuer = new URL(institution.issuer);
  /** What discovery said last, for callbacks: who is back finds a provider that answers, whoever else did not. */
  let known: OpenId.ServerMetadata | undefined;
  /** Under way, for all who press the link meanwhile. */
  let asking: Promise<OpenId.ServerMetadata> | undefined;

  const get: OpenId.CustomFetch = async (url, options) =>
    bounded(await fetch(url, { ...options, redirect: 'manual' } as RequestInit));

  /** @throws SignInFailed when the provider cannot be asked */
  async function discover(openid: typeof OpenId): Promise<OpenId.ServerMetadata> {
    try {
      const configuration = await openid.discovery(
        issuer,
        institution.clientId,
        institution.clientSecret,
        undefined,
        {
          [openid.customFetch]: get,
          timeout: TIMEOUT,
          execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
        },
      );
      known = configuration.serverMetadata();
      return known;
    } catch (error) {
      throw new SignInFailed('unavailable', error);
    } finally {
      asking = undefined;
    }
  }

  /** Asked at each link, so that a provider which is down is found before the browser is sent there. */
  const fresh = (openid: typeof OpenId): Promise<OpenId.ServerMetadata> => {
    asking ??= discover(openid);
    return asking;
  };

  /** A new one each time has no keys yet, so that it asks for the current ones. */
  function configured(openid: typeof OpenId, metadata: OpenId.ServerMetadata): OpenId.Configuration {
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost;
    const configuration = new openid.Configuration(
      metadata,
      institution.clientId,
      {
        client_secret: institution.clientSecret,
        [openid.clockSkew]: Math.round((now() - Date.now()) / SECOND),
        [openid.clockTolerance]: 30,
      },
      authenticate(institution.clientSecret),
    );
    configuration.timeout = TIMEOUT;
    configuration[openid.customFetch] = get;
    // The signature too, though the answer comes from the provider itself.
    openid.enableNonRepudiationChecks(configuration);
    if (issuer.protocol === 'http:') openid.allowInsecureRequests(configuration);
    return configuration;
  }

  return {
    institution,

    /**
     * Where the browser is sent, and what it has to bring back.
     * @param wantsSecondFactor asks the provider for one, which it may ignore: what counts is what it answers
     * @throws SignInFailed
     */
    async begin(wantsSecondFactor = false): Promise<{ url: string; checks: Checks }> {
      const openid = await library();
      const configuration = configured(openid, await fresh(openid));
      const checks = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const { scopes_supported: has = ['openid', 'email', 'profile'], acr_values_supported: knows = [] } =
        configuration.serverMetadata();
      const acr = wantsSecondFactor ? acrValues(institution, knows) : [];
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPES.filter((scope) => scope === 'openid' || has.includes(scope)).join(' '),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ...(acr.length > 0 ? { acr_values: acr.join(' ') } : {}),
      });
      return { url: url.href, checks };
    },

    /**
     * Takes what the provider sent the browser back with, and asks it who that is.
     * @param query of the callback
     * @throws SignInFailed
     */
    async finish(query: string, { state, nonce, verifier }: Checks): Promise<ProvidedPerson> {
      const openid = await library();
      const configuration = configured(openid, known ?? (await fresh(openid)));
      const back = new URL(redirectUri);
      back.search = query;
      try {
        const answer = await openid.authorizationCodeGrant(configuration, back, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = answer.claims();
        if (!token) throw new SignInFailed('invalid', 'no ID token');
        if (Math.abs(token.iat - now() / SECOND) > CLOCKS_APART) {
          throw new SignInFailed('clock', `issued at ${token.iat}, which is not now`);
        }
        const more = configuration.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(configuration, answer.access_token, token.sub)
          : {};
        const claims: Record<string, unknown> = { ...token, ...more };
        return {
          issuer: institution.issuer,
          subject: token.sub,
          email: verifiedEmail(claims),
          firstName: lineOf(claims.given_name, 100),
          familyName: lineOf(claims.family_name, 100),
          // Of the ID token alone: only that is about this sign-in.
          hasSecondFactor: hasSecondFactor({ amr: token.amr, acr: token.acr }, institution),
          ...vouchedFor(claims),
        };
      } catch (error) {
        // It may have moved: the next one asks anew.
        known = undefined;
        throw error instanceof SignInFailed ? error : new SignInFailed(failureOf(error), error);
      }
    },
  };
}

export type OpenIdProvider = ReturnType<typeof openIdProvider>;
