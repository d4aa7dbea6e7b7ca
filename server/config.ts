import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod';
import { importRoots } from './shared/import-roots.ts';
import { type Institution, institutions } from './shared/institutions.ts';
import { parseStorageUrl, type S3Config, type S3Keys } from './shared/storage-url.ts';

const number = (fallback: number) => {
  const error = 'must be a number, 0 or more';
  return z.coerce.number({ error }).min(0, error).default(fallback);
};
const DRAIN = 'must be a number of seconds from 0 to 10';
const PORT = 'must be a whole number from 0 to 65535';
const address = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address like ${example}` });
/** An address with or without a name before it. */
const MAIL_FROM = /^([^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** An address, a network, or one of the networks that Fastify knows by name. */
function isPeer(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, ip = '', bits = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(ip) !== 0 && Number(bits) <= (isIP(ip) === 4 ? 32 : 128);
}

const environment = z.object({
  PORT: z.coerce.number({ error: PORT }).int(PORT).min(0, PORT).max(65_535, PORT).default(3_000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: address('https://data.example.org').optional(),
  DATA_DIR: z.string().default('./data'),
  IMPORT_ROOTS: z.string().default(''),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  STORAGE_URL: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  // systemd kills what has not ended after TimeoutStopSec (deploy/vitrine.service): this, and the grace of downloads.
  DRAIN_SECONDS: z.coerce.number({ error: DRAIN }).min(0, DRAIN).max(10, DRAIN).default(0),
  DELIVERY: z
    .enum(['stream', 'x-accel', 'redirect'], { error: 'must be stream, x-accel or redirect' })
    .default('stream'),
  SECRET_KEY: z
    .string()
    .min(32, 'needs at least 32 characters; `openssl rand -base64 32` makes a good one')
    .optional(),
  SERVER_NAME: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,31}$/,
      'must be 1 to 32 small letters, digits or hyphens, the first of them no hyphen',
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(MAIL_FROM, 'must be an e-mail address, or like Lab <data@example.org>')
    .default('Vitrine <noreply@localhost>'),
  TRUST_PROXY: z
    .string()
    .refine(
      (list) => listed(list).every(isPeer),
      'must be addresses like 127.0.0.1 or 10.0.0.0/8, comma-joined',
    )
    .default(''),
  ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  CAPTCHA_EFFORT: number(1),
  RATE_LIMIT_FACTOR: number(1),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[A-Za-z0-9._~+/=-]{16,512}$/,
      'needs 16 to 512 letters, digits or ._~+/=-; `openssl rand -base64 32` makes a good one',
    )
    .optional(),
  // Read with their suffixes: server/shared/institutions.ts.
  OIDC_ISSUER: z.string().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().optional(),
  OIDC_ACR: z.string().optional(),
  OIDC_ADMINS: z.string().optional(),
  STATIC_BASE_URL: z
    .union([
      z.literal('/static'),
      z.url({
        protocol: /^https?$/,
        error: 'must be /static, or an address like https://static.example.org',
      }),
    ])
    .default('/static'),
});

/** They are, or may hold, a secret: no message repeats them. */
const secret = ['DATABASE_URL', 'SMTP_URL', 'SECRET_KEY', 'METRICS_TOKEN'];
/** Characters of a wrong value that a message repeats. */
const REPEATED = 100;

/** The environment, validated once at start; decisions §9 names the variables. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** Folders that files may be registered in place from, absolute and resolved. */
  importRoots: string[];
  databaseUrl: string | undefined;
  /** Undefined: the portal's keys are in a file of the data folder. */
  secretKey: string | undefined;
  /** What this one of several servers is called, by people and by the balancer. */
  serverName: string | undefined;
  /** Undefined: blobs are in the data folder. */
  storage: S3Config | undefined;
  /** s after SIGTERM for which it goes on as ever, but that /readyz answers 503: until the balancer has noticed. */
  drainSeconds: number;
  /** Who sends the bytes of downloads (decisions §5). */
  delivery: 'stream' | 'x-accel' | 'redirect';
  /** Undefined: mails are written as files to the data folder. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Exact proxy addresses whose X-Forwarded-* headers are trusted. */
  trustProxy: string[];
  firstAdmin: { email: string; password: string } | undefined;
  captchaEffort: number;
  rateLimitFactor: number;
  /** Opens /metrics; undefined: only programs on this machine read it, and only when no proxy is trusted. */
  metricsToken: string | undefined;
  /** OpenID providers by which people sign in. */
  institutions: Institution[];
  /** Without trailing slash. */
  staticBase: string;
}

function rootsOf(list: string, dataDir: string): string[] {
  try {
    return importRoots(list, dataDir);
  } catch (error) {
    throw new Error(`The configuration is not usable:\n  IMPORT_ROOTS: ${(error as Error).message}`);
  }
}

function institutionsOf(env: Record<string, string | undefined>): Institution[] {
  try {
    return institutions(env);
  } catch (error) {
    throw new Error(`The configuration is not usable:\n  ${(error as Error).message}`);
  }
}

function storageOf(url: string, keys: S3Keys): S3Config {
  try {
    return parseStorageUrl(url, keys);
  } catch (error) {
    throw new Error(`The configuration is not usable:\n  STORAGE_URL: ${(error as Error).message}`);
  }
}

/** What is wrong with a variable, and what it was. */
function wrong(name: string, expected: string, value = ''): string {
  if (secret.includes(name)) return `  ${name}: ${expected}`;
  const cut = value.length > REPEATED ? `${value.slice(0, REPEATED)}…` : value;
  return `  ${name}: ${expected}, not "${cut}"`;
}

/** Throws an error whose message names each invalid variable. A blank variable counts as absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return wrong(name, message, given[name]);
    });
    throw new Error(`The configuration is not usable:\n${lines.join('\n')}`);
  }
  const e = result.data;
  if ((e.ADMIN_EMAIL === undefined) !== (e.ADMIN_PASSWORD === undefined)) {
    throw new Error('The configuration is not usable:\n  ADMIN_EMAIL and ADMIN_PASSWORD go together.');
  }
  if (e.DELIVERY === 'redirect' && e.STORAGE_URL === undefined) {
    throw new Error('The configuration is not usable:\n  DELIVERY=redirect needs STORAGE_URL.');
  }
  if (e.DELIVERY === 'x-accel' && e.STORAGE_URL !== undefined) {
    throw new Error(
      'The configuration is not usable:\n  DELIVERY=x-accel sends local files: leave STORAGE_URL out.',
    );
  }
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(e.DATA_DIR),
    importRoots: rootsOf(e.IMPORT_ROOTS, resolve(e.DATA_DIR)),
    databaseUrl: e.DATABASE_URL,
    secretKey: e.SECRET_KEY,
    serverName: e.SERVER_NAME,
    storage: e.STORAGE_URL === undefined ? undefined : storageOf(e.STORAGE_URL, e),
    drainSeconds: e.DRAIN_SECONDS,
    delivery: e.DELIVERY,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    trustProxy: listed(e.TRUST_PROXY),
    firstAdmin:
      e.ADMIN_EMAIL && e.ADMIN_PASSWORD
        ? { email: e.ADMIN_EMAIL.toLowerCase(), password: e.ADMIN_PASSWORD }
        : undefined,
    captchaEffort: e.CAPTCHA_EFFORT,
    rateLimitFactor: e.RATE_LIMIT_FACTOR,
    metricsToken: e.METRICS_TOKEN,
    institutions: institutionsOf(given),
    staticBase: e.STATIC_BASE_URL.replace(/\/+$/, ''),
  };
}
