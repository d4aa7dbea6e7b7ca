import { resolve } from 'node:path';
import * as z from 'zod';

const number = (fallback: number) => z.coerce.number().min(0).default(fallback);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3_000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587' }).optional(),
  MAIL_FROM: z.string().default('Vitrine <noreply@localhost>'),
  TRUST_PROXY: z.string().optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  CAPTCHA_EFFORT: number(1),
  RATE_LIMIT_FACTOR: number(1),
  STATIC_BASE_URL: z.union([z.literal('/static'), z.url({ protocol: /^https?$/ })]).default('/static'),
});

/** What the environment says, checked once at start; decisions §9 names the variables. */
export interface Config {
  port: number;
  host: string;
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undefined: mails become files in the data folder. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Exact proxy addresses whose X-Forwarded-* count. */
  trustProxy: string[];
  firstAdmin: { email: string; password: string } | undefined;
  captchaEffort: number;
  rateLimitFactor: number;
  /** Without a last slash. */
  staticBase: string;
}

/** Throws an error whose message names each wrong variable. An empty variable counts as absent. */
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
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
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
    staticBase: e.STATIC_BASE_URL.replace(/\/+$/, ''),
  };
}
