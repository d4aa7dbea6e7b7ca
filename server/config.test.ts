import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** What a start says of one wrong variable. */
function saidOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was taken`);
}

describe('decisions §9: a variable that is not usable is named, with what is expected and what was given', () => {
  test.each([
    ['PORT', 'nope', 'must be a whole number from 0 to 65535'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['PUBLIC_URL', 'data.lab.example', 'must be an address like https://data.example.org'],
    ['PUBLIC_URL', 'ftp://data.lab.example', 'must be an address like https://data.example.org'],
    ['DELIVERY', 'nginx', 'must be stream, x-accel or redirect'],
    ['ADMIN_EMAIL', 'the owner', 'must be an e-mail address'],
    ['MAIL_FROM', 'the laboratory', 'must be an e-mail address, or like Lab <data@example.org>'],
    ['TRUST_PROXY', '127.0.0.1, proxy.lab', 'must be addresses like 127.0.0.1 or 10.0.0.0/8, comma-joined'],
    ['TRUST_PROXY', '10.0.0.0/40', 'must be addresses like 127.0.0.1 or 10.0.0.0/8, comma-joined'],
    ['DRAIN_SECONDS', '11', 'must be a number of seconds from 0 to 10'],
    ['DRAIN_SECONDS', 'long', 'must be a number of seconds from 0 to 10'],
    ['CAPTCHA_EFFORT', '-1', 'must be a number, 0 or more'],
    ['RATE_LIMIT_FACTOR', 'none', 'must be a number, 0 or more'],
    ['SERVER_NAME', 'one~', 'must be 1 to 32 small letters, digits or hyphens, the first of them no hyphen'],
    ['STATIC_BASE_URL', 'static', 'must be /static, or an address like https://static.example.org'],
  ])('%s=%s', (name, value, expected) => {
    expect(saidOf({ [name]: value })).toBe(
      `The configuration is not usable:\n  ${name}: ${expected}, not "${value}"`,
    );
  });

  test.each([
    ['DATABASE_URL', 'mysql://lab:geheim@db/portal', 'must start with postgres://'],
    ['SMTP_URL', 'lab:geheim@mail', 'must be like smtp://user:password@host:587'],
    ['SECRET_KEY', 'geheim', 'needs at least 32 characters; `openssl rand -base64 32` makes a good one'],
    [
      'METRICS_TOKEN',
      'geheim',
      'needs 16 to 512 letters, digits or ._~+/=-; `openssl rand -base64 32` makes a good one',
    ],
  ])('%s may hold a secret, which is not said', (name, value, expected) => {
    expect(saidOf({ [name]: value })).toBe(`The configuration is not usable:\n  ${name}: ${expected}`);
  });

  test('several are named together, and a long value is cut', () => {
    expect(saidOf({ PORT: 'nope', DELIVERY: 'x'.repeat(5_000) })).toBe(
      'The configuration is not usable:\n' +
        '  PORT: must be a whole number from 0 to 65535, not "nope"\n' +
        `  DELIVERY: must be stream, x-accel or redirect, not "${'x'.repeat(100)}…"`,
    );
  });

  test('blank counts as absent', () => {
    const { port, publicUrl, trustProxy } = readConfig({ PORT: ' ', PUBLIC_URL: '', TRUST_PROXY: ' ' });
    expect([port, publicUrl, trustProxy]).toEqual([3_000, 'http://localhost:3000', []]);
  });

  test('what is usable is taken', () => {
    const env = {
      PORT: '8080',
      PUBLIC_URL: 'https://data.lab.example/',
      DELIVERY: 'x-accel',
      MAIL_FROM: 'Labor für Daten <data@lab.example>',
      TRUST_PROXY: '127.0.0.1, ::1,10.0.0.0/8,2001:db8::/32,loopback',
      STATIC_BASE_URL: 'https://static.lab.example',
      RATE_LIMIT_FACTOR: '0.5',
      SERVER_NAME: 'portal-1',
    };
    expect(readConfig(env)).toMatchObject({
      port: 8080,
      publicUrl: 'https://data.lab.example',
      delivery: 'x-accel',
      mailFrom: env.MAIL_FROM,
      trustProxy: ['127.0.0.1', '::1', '10.0.0.0/8', '2001:db8::/32', 'loopback'],
      staticBase: 'https://static.lab.example',
      rateLimitFactor: 0.5,
      serverName: 'portal-1',
    });
    expect(readConfig({ MAIL_FROM: 'data@lab.example' }).mailFrom).toBe('data@lab.example');
  });
});
