// @module-tag guards
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NODE_ENVIRONMENT, NODE_OPTIONS } from '../bin/node-options.mjs';
import { freePort } from './support/nginx.ts';
import { writePebble } from './support/pebble.ts';
import { havePrograms } from './support/programs.ts';

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-deploy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['vitrine.service', 'Containerfile'])('deploy/%s starts Node as `npm start` does', (name) => {
  const words = readFileSync(join(deploy, name), 'utf8').replaceAll(/[",]/g, '');
  expect(words).toContain(`/.bin/node ${NODE_OPTIONS.join(' ')} /opt/vitrine/server/`);
  for (const [variable, value] of Object.entries(NODE_ENVIRONMENT))
    expect(words).toMatch(new RegExp(`^(ENV|Environment=).*\\b${variable}=${value}\\b`, 'm'));
});

describe.runIf(havePrograms(['systemd-analyze'], { test: 'the systemd unit', packages: 'systemd' }))(
  'operations "Deployment": deploy/vitrine.service',
  () => {
    const unit = join(deploy, 'vitrine.service');

    test('its exposure is 2.0 at most', () => {
      const args = ['security', '--offline=true', '--no-pager', '--threshold=20', unit];
      const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      expect(status, stdout).toBe(0);
      expect(stdout).toMatch(/Overall exposure level for vitrine\.service: [012]\.\d/);
    });

    test('systemd has nothing to say about it', () => {
      const root = join(folder, 'root');
      for (const path of ['etc/systemd/system', 'opt/vitrine/node_modules/.bin', 'usr/lib'])
        mkdirSync(join(root, path), { recursive: true });
      cpSync('/lib/systemd/system', join(root, 'lib/systemd/system'), {
        recursive: true,
        verbatimSymlinks: true,
      });
      symlinkSync('../../lib/systemd', join(root, 'usr/lib/systemd'));
      copyFileSync(unit, join(root, 'etc/systemd/system/vitrine.service'));
      const node = join(root, 'opt/vitrine/node_modules/.bin/node');
      writeFileSync(node, '');
      chmodSync(node, 0o755);
      const verify = () =>
        spawnSync('systemd-analyze', ['verify', '--man=no', `--root=${root}`, 'vitrine.service'], {
          encoding: 'utf8',
        });
      expect(verify()).toMatchObject({ status: 0, stdout: '', stderr: '' });
      chmodSync(node, 0o644);
      expect(verify().stderr).toContain('not executable');
    });
  },
);

const programs = ['caddy', 'pebble', 'pebble-challtestsrv', 'openssl'];
describe.runIf(
  havePrograms(programs, { test: 'Caddy with a certificate by ACME', packages: 'caddy pebble openssl' }),
)('operations "Deployment": deploy/Caddyfile', () => {
  const children: ChildProcess[] = [];
  const begin = (program: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece) => {
        said += piece;
      });
    children.push(child);
    return () => said;
  };
  const portal = createServer((request, response) =>
    response.end(`${request.headers['x-forwarded-proto']} ${request.headers['x-forwarded-for']}`),
  );
  afterAll(async () => {
    portal.close();
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
  });

  test('fetches a certificate by ACME, passes addresses on, and logs no ticket', async () => {
    const ports = await Promise.all(Array.from({ length: 7 }, freePort));
    const [httpPort = 0, tlsPort = 0, api = 0, management = 0, dns = 0, control = 0, admin = 0] = ports;
    portal.listen(0, '127.0.0.1');
    await once(portal, 'listening');
    const { port } = portal.address() as { port: number };
    const { config, authority } = writePebble(folder, { httpPort, tlsPort }, { api, management });
    const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
    begin('pebble-challtestsrv', [
      '-dns01',
      `127.0.0.1:${dns}`,
      '-management',
      `127.0.0.1:${control}`,
      ...off,
    ]);
    begin('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`], { PEBBLE_VA_NOSLEEP: '1' });

    const file = join(folder, 'Caddyfile');
    const added = `{
  acme_ca https://localhost:${api}/dir
  acme_ca_root ${authority}
  http_port ${httpPort}
  https_port ${tlsPort}
  default_bind 127.0.0.1
  admin localhost:${admin}
  storage file_system ${join(folder, 'caddy')}`;
    const ours = readFileSync(join(deploy, 'Caddyfile'), 'utf8');
    writeFileSync(file, ours.replace('{', added).replace('127.0.0.1:3000', `127.0.0.1:${port}`));
    // A server that is not there yet would be asked again a minute later.
    const root = () => fetched(management, '/roots/0', 'localhost', readFileSync(authority)).catch(String);
    await expect.poll(root).toContain('BEGIN CERTIFICATE');
    const issuer = await root();
    const said = begin('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { HOME: folder });
    const ask = (path: string) => fetched(tlsPort, path, 'data.lab.example', Buffer.from(issuer));
    await expect.poll(() => ask('/').catch(String), { timeout: 50_000 }).toBe('https 127.0.0.1');

    portal.closeAllConnections();
    portal.close();
    await ask('/api/v1/download/1/a.csv?token=aSecretTicket');
    await expect.poll(said).toContain('token=REDACTED');
    expect(said()).not.toContain('aSecretTicket');
    expect(said(), 'a reviewer’s address').not.toMatch(/remote_ip|client_ip/);
  });

  test('is written as Caddy writes it', () => {
    const file = join(deploy, 'Caddyfile');
    expect(execFileSync('caddy', ['fmt', file], { encoding: 'utf8' })).toBe(readFileSync(file, 'utf8'));
  });
});

/** The body of an answer over TLS, from whoever that name is for the authority. */
const fetched = (port: number, path: string, name: string, ca: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const agent = new Agent({ ca, servername: name });
    const headers = { host: name };
    get({ host: '127.0.0.1', port, path, agent, headers }, async (answer) => {
      resolve(Buffer.concat(await answer.toArray()).toString());
    }).on('error', reject);
  });
