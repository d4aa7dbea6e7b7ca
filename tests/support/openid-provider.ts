import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Claims of a person beside `sub`, which is the login name. */
export type Claims = Record<string, unknown>;

/** Changes an ID token on its way; `key` `unknown` signs it with one that the provider does not publish. */
export interface Tampering {
  claims?: (claims: Record<string, unknown>) => Record<string, unknown>;
  key?: 'unknown';
}

interface Signer {
  kid: string;
  privateKey: KeyObject;
}

export const CLIENT = { id: 'vitrine', secret: 'a secret of the client, for tests' };

function newSigner(kid: string): Signer {
  return { kid, privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The same ID token, with other claims, signed by the provider's key or another. */
function resigned(token: string, { kid, privateKey }: Signer, change: NonNullable<Tampering['claims']>) {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const signed = `${encoded({ alg: 'ES256', kid })}.${encoded(change(claims))}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

interface Options {
  people: Record<string, Claims>;
  /** Where browsers are sent back to. */
  redirectUri: string;
  /** Without addresses and names, as ORCID is. */
  onlyOpenId?: boolean;
}

/**
 * A real OpenID provider (`oidc-provider`, certified) on loopback, with its own sign-in pages for development: whoever
 * enters a login name is that person.
 */
export async function startOpenIdProvider({ people, redirectUri, onlyOpenId = false }: Options) {
  let tampering: Tampering | undefined;
  let isDown = false;
  let signer = newSigner('first');
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};

  const server = createServer((request, response) => {
    if (isDown) request.socket.destroy();
    else {
      if (request.url?.startsWith('/token')) changeToken(response);
      if (request.url?.startsWith('/interaction')) leaveFontsOut(response);
      answer(request, response);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;

  function changeToken(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((body: string | Buffer) => {
      if (!tampering || response.statusCode !== 200) return end(body);
      const sent = JSON.parse(String(body)) as { id_token: string };
      const by = tampering.key === 'unknown' ? newSigner('unknown') : signer;
      const changed = {
        ...sent,
        id_token: resigned(sent.id_token, by, tampering.claims ?? ((claims) => claims)),
      };
      const text = JSON.stringify(changed);
      response.setHeader('content-length', Buffer.byteLength(text));
      return end(text);
    }) as typeof response.end;
  }

  /** Its pages ask another host for a font. */
  function leaveFontsOut(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((body: string | Buffer | undefined) => {
      if (body === undefined || response.headersSent) return end(body);
      const text = String(body).replace(/@import url\([^)]*\);/, '');
      response.setHeader('content-length', Buffer.byteLength(text));
      return end(text);
    }) as typeof response.end;
  }

  function begin(): void {
    const key = { ...signer.privateKey.export({ format: 'jwk' }), kid: signer.kid, alg: 'ES256', use: 'sig' };
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [redirectUri],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the provider, for tests'] },
      scopes: onlyOpenId ? ['openid'] : ['openid', 'email', 'profile', 'eduperson_scoped_affiliation'],
      claims: onlyOpenId
        ? { openid: ['sub', 'given_name', 'family_name'] }
        : {
            openid: ['sub'],
            email: ['email', 'email_verified'],
            profile: ['given_name', 'family_name', 'name'],
            eduperson_scoped_affiliation: ['eduperson_scoped_affiliation'],
          },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      pkce: { required: () => true },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ ...people[sub], sub }),
      }),
    });
    answer = provider.callback();
  }
  begin();

  return {
    issuer,
    /** From now on; undefined: nothing. */
    tamper(next: Tampering | undefined): void {
      tampering = next;
    },
    /** Takes a new key and forgets the old one. */
    rotateKeys(): void {
      signer = newSigner('second');
      begin();
    },
    /** Breaks every connection, or answers again. */
    setDown(down: boolean): void {
      isDown = down;
      if (down) server.closeAllConnections();
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type OpenIdProviderServer = Awaited<ReturnType<typeof startOpenIdProvider>>;

/**
 * Walks through the provider's pages as a browser would.
 * @param url where the portal's link led to
 * @param login the person; undefined: turns back at the sign-in page
 * @returns the callback's address, not opened yet
 */
export async function signInAt(url: string, login: string | undefined): Promise<string> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  async function open(address: string, form?: Record<string, string>) {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  let address = url;
  for (let step = 0; step < 20; step++) {
    const response = await open(address);
    const html = await response.text();
    if (response.status === 200) {
      const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
      if (prompt === undefined) throw new Error(`the provider says: ${html.slice(0, 500)}`);
      const next =
        login === undefined
          ? await open(`${address}/abort`)
          : await open(address, prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
      address = new URL(next.headers.get('location') ?? '', address).href;
    } else {
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the provider answers ${response.status}: ${html}`);
      address = new URL(location, address).href;
    }
    if (!address.startsWith(origin)) return address;
  }
  throw new Error('the provider goes round in circles');
}
