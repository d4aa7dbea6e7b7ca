import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './nginx.ts';
import { CLIENT, type Tampering } from './openid-provider.ts';

/** Debian's packages, unpacked, kept from one run to the next; nothing of them is installed. */
const kept = fileURLToPath(new URL('../../node_modules/.cache/lemonldap-ng', import.meta.url));
const PACKAGES = [
  'liblemonldap-ng-portal-perl',
  'libconvert-base32-perl',
  'libstring-random-perl',
  'libipc-run-perl',
  'libio-string-perl',
];
/** Of the pages that browsers see, and of web servers: what is asked here needs none. */
const NOT_NEEDED =
  /^(perl|perl-base|perl-modules-.*|libperl5.*|libjs-.*|fonts-.*|apache2.*|nginx.*|lemonldap-ng-.*)$/;

/** The folder of LemonLDAP::NG, fetched where it is not there yet. */
function unpacked(): string {
  if (existsSync(kept)) return kept;
  const draft = `${kept}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const told = execFileSync('apt-get', ['install', '-s', '--no-install-recommends', ...PACKAGES], {
    encoding: 'utf8',
  });
  const names = [...told.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
  const needed = names.filter((name) => !NOT_NEEDED.test(name));
  execFileSync('apt-get', ['download', ...needed], { cwd: draft, stdio: 'pipe' });
  for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb'))) {
    execFileSync('dpkg', ['-x', join(draft, file), draft]);
    rmSync(join(draft, file));
  }
  renameSync(draft, kept);
  return kept;
}

/** Of letters and digits: it does not decode what `client_secret_basic` encodes (RFC 6749, 2.3.1). */
export const LEMONLDAP_SECRET = 'aSecretOfTheClientForTests0123456789';

interface Signer {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const newSigner = (kid: string): Signer => ({
  kid,
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The configuration as LemonLDAP::NG keeps it; what is not in it has its default. */
function configuration(
  issuer: string,
  redirectUri: string,
  folder: string,
  { kid, privateKey, publicKey }: Signer,
) {
  const sessions = (name: string) => {
    const Directory = join(folder, name);
    const LockDirectory = join(folder, `${name}-lock`);
    for (const one of [Directory, LockDirectory]) mkdirSync(one, { recursive: true });
    return {
      Directory,
      LockDirectory,
      generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
    };
  };
  const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => String(key.export({ format: 'pem', type }));
  const rp = 'vitrine';
  return {
    cfgNum: 1,
    cfgVersion: '2.16.1',
    cfgAuthor: 'test',
    cfgDate: 1,
    portal: issuer,
    domain: '127.0.0.1',
    securedCookie: 0,
    cookieName: 'lemonldap',
    whatToTrace: '_whatToTrace',
    macros: { _whatToTrace: '$uid' },
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    requireToken: 0,
    // Parts that need further packages, and nobody here.
    captcha: '::Captcha::None',
    captcha_login_enabled: 0,
    captcha_mail_enabled: 0,
    captcha_register_enabled: 0,
    portalDisplayRegister: 0,
    portalDisplayResetPassword: 0,
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    exportedVars: {},
    locationRules: { 'none.invalid': { default: 'deny' } },
    exportedHeaders: {},
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessions('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessions('persistent'),
    // A second factor of the provider, whose code a program judges.
    ext2fActivation: '$uid eq "rtyler"',
    ext2FSendCommand: '/bin/true',
    ext2FValidateCommand: '/usr/bin/test $code = 424242',
    ext2fCodeActivation: '',
    ext2fAuthnLevel: 5,
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServiceMetaDataAuthnContext: { 'loa-1': 1, 'loa-5': 5 },
    oidcServicePrivateKeySig: pem(privateKey, 'pkcs8'),
    oidcServicePublicKeySig: pem(publicKey, 'spki'),
    oidcServiceKeyIdSig: kid,
    oidcRPMetaDataOptions: {
      [rp]: {
        oidcRPMetaDataOptionsClientID: CLIENT.id,
        oidcRPMetaDataOptionsClientSecret: LEMONLDAP_SECRET,
        oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        oidcRPMetaDataOptionsRedirectUris: redirectUri,
        oidcRPMetaDataOptionsBypassConsent: 1,
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsUserIDAttr: 'uid',
        oidcRPMetaDataOptionsAuthorizationCodeExpiration: 60,
      },
    },
    oidcRPMetaDataExportedVars: {
      [rp]: { email: 'mail', name: 'cn', email_verified: 'verified;bool;auto' },
    },
    oidcRPMetaDataMacros: { [rp]: { verified: '$mail ? 1 : 0' } },
  };
}

/**
 * Somebody without an address, beside LemonLDAP::NG's own people, whose password is their name; and no captcha, whose
 * pictures need ImageMagick.
 */
const PSGI = `
BEGIN {
  package Lemonldap::NG::Portal::Captcha::None;
  use Mouse;
  extends 'Lemonldap::NG::Portal::Main::Plugin';
  sub init { 1 }
  $INC{'Lemonldap/NG/Portal/Captcha/None.pm'} = 1;
}
use Lemonldap::NG::Portal::UserDB::Demo;
$Lemonldap::NG::Portal::UserDB::Demo::demoAccounts{orcid} = { uid => 'orcid', cn => 'No Address', mail => '' };
require Lemonldap::NG::Portal;
Lemonldap::NG::Portal->run({});
`;

/**
 * LemonLDAP::NG of Debian on loopback, behind a proxy that can take it away and change ID tokens, signed by its own key:
 * the same hands as `startOpenIdProvider` has.
 */
export async function startLemonLdap({ redirectUri }: { redirectUri: string }) {
  const root = unpacked();
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-lemonldap-'));
  let tampering: Tampering | undefined;
  let isDown = false;
  let signer = newSigner('first');
  let stop = async (): Promise<void> => {};
  let behind = 0;

  function changed(body: Buffer): Buffer {
    if (!tampering) return body;
    const sent = JSON.parse(body.toString()) as { id_token: string };
    const claims = JSON.parse(Buffer.from(sent.id_token.split('.')[1] ?? '', 'base64url').toString());
    const by = tampering.key === 'unknown' ? newSigner('unknown') : signer;
    const next = (tampering.claims ?? ((same) => same))(claims);
    const signed = `${encoded({ alg: 'RS256', kid: by.kid, typ: 'JWT' })}.${encoded(next)}`;
    const signature = sign('sha256', Buffer.from(signed), by.privateKey).toString('base64url');
    return Buffer.from(JSON.stringify({ ...sent, id_token: `${signed}.${signature}` }));
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = request;
    const onwards = ask({ host: '127.0.0.1', port: behind, method, path: url, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () => {
        const isToken = url?.startsWith('/oauth2/token') && answer.statusCode === 200;
        const body = Buffer.concat(pieces);
        const sent = isToken ? changed(body) : body;
        const { 'transfer-encoding': _, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': sent.length });
        response.end(sent);
      });
    });
    onwards.on('error', () => request.socket.destroy());
    request.pipe(onwards);
  }
  const server = createServer((request, response) => {
    if (isDown) request.socket.destroy();
    else pass(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  // It writes a slash behind its address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  /** Runs it with the current key; the former one is forgotten. */
  async function begin(): Promise<void> {
    await stop();
    behind = await freePort();
    const conf = join(folder, 'conf');
    mkdirSync(conf, { recursive: true });
    writeFileSync(
      join(conf, 'lmConf-1.json'),
      JSON.stringify(configuration(issuer, redirectUri, folder, signer)),
    );
    const ini = join(folder, 'lemonldap-ng.ini');
    const templates = join(root, 'usr/share/lemonldap-ng/portal/templates');
    writeFileSync(
      ini,
      `[all]
logLevel = error
logger = Lemonldap::NG::Common::Logger::Std
localSessionStorage =
[configuration]
type = File
dirName = ${conf}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'conf', 'default_expires_in' => 600, 'directory_umask' => '007', 'cache_root' => '${folder}/cache-${signer.kid}', 'cache_depth' => 3 }
[portal]
staticPrefix = /static
templateDir = ${templates}
languages = en
`,
    );
    const psgi = join(folder, 'portal.psgi');
    writeFileSync(psgi, PSGI);
    const libraries = ['usr/share/perl5', ...xsFolders(root)].map((one) => join(root, one)).join(':');
    const plackup = join(root, 'usr/bin/plackup');
    let said = '';
    const child = spawn(
      'perl',
      [plackup, '-E', 'deployment', '--host', '127.0.0.1', '--port', String(behind), psgi],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          PERL5LIB: libraries,
          LLNG_DEFAULTCONFFILE: ini,
          PLACK_ENV: 'deployment',
        },
      },
    );
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => {
        said = (said + piece).slice(0, 4_000);
      });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    stop = async () => {
      child.kill('SIGTERM');
      await gone;
    };
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`http://127.0.0.1:${behind}/.well-known/openid-configuration`, {
        headers: { host: new URL(issuer).host },
      }).catch(() => undefined);
      if (answer?.ok) return;
      if (child.exitCode !== null || tries > 600 || /Initialization failed/.test(said))
        throw new Error(`LemonLDAP::NG does not answer: ${said}`);
      await sleep(200);
    }
  }
  await begin();

  return {
    issuer,
    tamper(next: Tampering | undefined): void {
      tampering = next;
    },
    async rotateKeys(): Promise<void> {
      signer = newSigner('second');
      await begin();
    },
    setDown(down: boolean): void {
      isDown = down;
      if (down) server.closeAllConnections();
    },
    async close(): Promise<void> {
      await stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where compiled parts of Perl lie, which the version of Perl is in the path of. */
const xsFolders = (root: string): string[] =>
  readdirSync(join(root, 'usr/lib')).flatMap((machine) => {
    const folder = join('usr/lib', machine, 'perl5');
    return existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).map((one) => join(folder, one))
      : [];
  });

export type LemonLdap = Awaited<ReturnType<typeof startLemonLdap>>;

/** What is typed at its pages. */
export interface Typed {
  login: string;
  /** The code of its second factor. */
  code?: string;
}

/**
 * Walks through its pages as a browser would: whatever form it shows is sent back with its hidden fields.
 * @returns the callback's address, not opened yet
 */
export async function signInAtLemonLdap(url: string, { login, code = '424242' }: Typed): Promise<string> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  let address = url;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 12; step++) {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(form ? { body: form } : {}),
    });
    form = undefined;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      address = new URL(location, address).href;
      if (!address.startsWith(origin)) return address;
      continue;
    }
    const html = await response.text();
    const [, attributes = '', inner = ''] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(html) ?? [];
    const action = /action="([^"]*)"/.exec(attributes)?.[1] ?? '#';
    form = new URLSearchParams();
    for (const [input] of inner.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1];
      if (name !== undefined && /type="hidden"/.test(input))
        form.set(name, (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&'));
    }
    if (/name="password"/.test(inner)) {
      form.set('user', login);
      form.set('password', login);
    } else if (/name="code"/.test(inner)) form.set('code', code);
    else throw new Error(`LemonLDAP::NG answers ${response.status}: ${html.slice(html.indexOf('<body'))}`);
    address = action === '#' || action === '' ? address : new URL(action, address).href;
  }
  throw new Error('LemonLDAP::NG goes round in circles');
}
