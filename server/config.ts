import { resolve } from 'node:path';
import * as z from 'zod';
import { importRoots } from './shared/import-roots.ts';
import { type Institution, institutions } from './shared/institutions.ts';
import { parseStorageUrl, type S3Config, type S3Keys } from './shared/storage-url.ts';

const number = (fallback: number) => {
  const error = 'must be a number, 0 or more';
  return z.coerce.number({ error }).min(0, error).default(fallback);
};
const PORT = 'must be a whole number from 0 to 65535';

const environment = z.object({
  PORT: z.coerce.number({ error: PORT }).int(PORT).min(0, PORT).max(65_535, PORT).default(3_000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
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
  DELIVERY: z.enum(['stream', 'x-accel', 'redirect']).default('stream'),
  SECRET_KEY: z
    .string()
    .min(32, 'needs at least 32 characters; `openssl rand -base64 32` makes a good one')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().default('Vitrine <noreply@localhost>'),
  TRUST_PROXY: z.string().optional(),
  ADMIN_EMAIL: z.email().optional(),
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
  STATIC_BASE_URL: z.union([z.literal('/static'), z.url({ protocol: /^https?$/ })]).default('/static'),
});

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
  /** Undefined: blobs are in the data folder. */
  storage: S3Config | undefined;
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

/** Throws an error whose message names each invalid variable. An empty variable counts as absent. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
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
    storage: e.STORAGE_URL === undefined ? undefined : storageOf(e.STORAGE_URL, e),
    delivery: e.DELIVERY,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    trustProxy: (e.TRUST_PROXY ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
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
