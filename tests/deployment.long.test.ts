import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootDebian, type DebianMachine } from './support/debian-machine.ts';
import { formerPortal } from './support/former.ts';
import { notRun } from './support/not-run.ts';
import { PEBBLE, writePebble } from './support/pebble.ts';
import { havePrograms } from './support/programs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/deployment.md'), 'utf8');
const NAME = 'data.lab.example';
const HOUR = 3_600_000;

/** What is typed in a section of the page, block by block. */
function blocks(heading: string): string[] {
  const section = page.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const found = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');
  expect(found.length, heading).toBeGreaterThan(0);
  return found;
}

/** The packages of each `apt-get install` on the page. */
const packages = [...page.matchAll(/apt-get install -y (.+)$/gm)].map((match) => (match[1] ?? '').split(' '));

function possible(): boolean {
  const needs = {
    test: 'docs/deployment.md typed on a bare Debian 12',
    packages: 'debootstrap systemd-container pebble',
  };
  if (!havePrograms(['debootstrap', 'systemd-nspawn', 'nsenter', 'pebble', 'openssl'], needs)) return false;
  if (process.getuid?.() === 0) return true;
  notRun(needs.test, 'Only root can boot another machine.');
  return false;
}

if (possible()) {
  describe('operations "Deployment": bare Debian 12 to https, as the page says', () => {
    let folder = '';
    let machine: DebianMachine;
    const began = Date.now();
    const say = (what: string) => console.log(`${((Date.now() - began) / 60_000).toFixed(1)} min: ${what}`);
    /** Types a block, but goes on after doctor, which ends with 1 while something is left to do. */
    const type = async (lines: string) => {
      const said = await machine.type(lines.replaceAll('vitrine doctor', 'vitrine doctor || true'));
      say(lines.trimEnd() + said.replace(/^/gm, '\n    > '));
      return said;
    };
    const section = async (heading: string) => {
      let said = '';
      for (const block of blocks(heading)) said += await type(block);
      return said;
    };
    const use = (...args: string[]) =>
      type(
        `NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt LD_LIBRARY_PATH=/opt/vitrine/lib /opt/vitrine/node_modules/.bin/node ${root}tests/support/deployed.ts ${args.join(' ')}`,
      );
    /** Until it answers after a start. */
    const ready = () =>
      machine.type(`curl -sSf --retry 40 --retry-all-errors --retry-delay 2 https://${NAME}/readyz`);
    const firstLink = async () =>
      /https:\S+/.exec(
        await type("journalctl -u vitrine -o cat | grep -A 1 'no administrator yet' | tail -1"),
      )?.[0] ?? '';

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'vitrine-deployment-'));
      execFileSync(process.execPath, [join(root, 'scripts/package.ts'), folder], { stdio: 'pipe' });
      machine = await bootDebian(packages, NAME, root.replace(/\/$/, ''));
      const [made = ''] = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));
      cpSync(join(folder, made), join(machine.root, 'root', made));
      await anotherVersion(join(folder, made));
      await authority();
      say('booted');
    }, HOUR);
    afterAll(async () => {
      await machine?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    /** The same again as version 0.2.0. */
    async function anotherVersion(made: string): Promise<void> {
      execFileSync('tar', ['-xzf', made, '-C', folder]);
      const [old = ''] = readdirSync(folder).filter((name) => /^vitrine-[\d.]+$/.test(name));
      const described = join(folder, old, 'package.json');
      const text = readFileSync(described, 'utf8');
      writeFileSync(described, text.replace(/"version": "[\d.]+"/, '"version": "0.2.0"'));
      execFileSync('mv', [join(folder, old), join(folder, 'vitrine-0.2.0')]);
      const archive = join(machine.root, 'root/vitrine-0.2.0-linux-x64.tar.gz');
      execFileSync('tar', ['-czf', archive, '-C', folder, 'vitrine-0.2.0']);
    }

    /** An ACME server in Let's Encrypt's place, whose certificates the machine trusts. */
    async function authority(): Promise<void> {
      const inside = join(machine.root, 'opt/pebble');
      mkdirSync(inside);
      cpSync('/usr/bin/pebble', join(inside, 'pebble'));
      const { config } = writePebble(inside, { httpPort: 80, tlsPort: 443 }, PEBBLE, '/opt/pebble');
      await machine.type(`cp /opt/pebble/ca.pem /usr/local/share/ca-certificates/pebble.crt && update-ca-certificates
        systemd-run --unit=pebble -p User=nobody -E PEBBLE_VA_NOSLEEP=1 /opt/pebble/pebble -config ${config}
        chmod 644 /opt/pebble/key.pem; mkdir -p /root/.config/letsencrypt
        echo 'server = https://localhost:${PEBBLE.api}/dir' > /root/.config/letsencrypt/cli.ini`);
    }

    test('the portal, with a certificate by ACME', async () => {
      const [copy = '', name = '', start = '', look = '', link = ''] = blocks('The portal');
      await type(copy);
      await type(name);
      const global = `acme_ca https://localhost:${PEBBLE.api}/dir`;
      await machine.type(`sed -i '0,/^{/s,^{,{\\n\\t${global},' /etc/caddy/Caddyfile
        curl -sS https://localhost:${PEBBLE.management}/roots/0 > /usr/local/share/ca-certificates/issuer.crt
        update-ca-certificates`);
      await type(start);
      expect(await type(look)).toMatch(/^ok[\s\S]+^0 wrong/m);
      expect(await type(link)).toContain(`https://${NAME}/admin/invite#token=`);
      expect(await use('first', `'${await firstLink()}'`, '/var/lib/vitrine')).toMatch(
        /Downloaded.+ of 127\.0\.0\.1/,
      );
      expect(await type('systemd-analyze security --no-pager vitrine | tail -1')).toMatch(/: [01]\.\d /);
      expect(await type('vitrine doctor')).toMatch(/^0 wrong/m);
    });

    test('mail by Postfix', async () => {
      expect(await section('Mail')).not.toContain('WRONG');
      await type(`vitrine admin invite root@${NAME} --role reviewer`);
      await type(`timeout 60 sh -c 'until grep -q "admin/invite#token" /var/mail/*; do sleep 0.5; done'`);
    });

    test('nginx, with a certificate by certbot, sends the files', async () => {
      const said = await section('nginx instead of Caddy');
      expect(said).toMatch(/^ok$/m);
      expect(await use('again')).toMatch(/Downloaded.+ of 127\.0\.0\.1, by nginx/);
      expect(await type('cat /var/log/nginx/*.log; journalctl -u caddy -o cat')).not.toMatch(
        /token=[\w.-]{20}/,
      );
      await type('certbot renew --force-renewal --no-random-sleep-on-renew');
    });

    test('a backup, an upgrade, and the way back', async () => {
      expect(await section('A backup each night')).toContain('Backup');
      await section('Upgrades');
      await ready();
      expect(await use('again')).toContain('Downloaded');
      expect(await type('readlink /opt/vitrine')).toContain('0.2.0');

      // A database of a former version, upgraded, and its snapshot put back.
      const former = await formerPortal('SQLite', 'portal-0015');
      await machine.type('systemctl stop vitrine; mv /var/lib/vitrine /var/lib/kept');
      cpSync(former.folder, join(machine.root, 'var/lib/vitrine'), { recursive: true });
      await machine.type(
        'chown -R vitrine:vitrine /var/lib/vitrine; chmod 750 /var/lib/vitrine; chmod 600 /var/lib/vitrine/keys.json',
      );
      expect(await type('vitrine migrate')).toContain(
        'Snapshot: /var/lib/vitrine/before-0016-lists-by-sql.sqlite',
      );
      const [back = '', sqlite = '', , start = ''] = blocks('The way back');
      await type(back + sqlite);
      expect(await type('readlink /opt/vitrine; vitrine migrate --check || true')).toMatch(
        /0\.1\.0[\s\S]+To do: \d+ steps/,
      );
      await type(start);
      await former.remove();
      await machine.type(
        'systemctl stop vitrine; rm -r /var/lib/vitrine; mv /var/lib/kept /var/lib/vitrine; systemctl start vitrine',
      );
    });

    test('PostgreSQL', async () => {
      await machine.type('systemctl stop vitrine; mv /var/lib/vitrine /var/lib/sqlite');
      expect(await section('PostgreSQL instead of SQLite')).toMatch(
        /PostgreSQL 15\.\d.* answers, is up to date/,
      );
      await machine.type(
        "sed -i 's/^SMTP_URL/#&/' /etc/vitrine/environment; systemctl restart vitrine nginx",
      );
      await ready();
      await use('first', `'${await firstLink()}'`, '/var/lib/vitrine');
      await type(`runuser -u vitrine -- pg_dump --format=custom --no-owner --no-privileges -d vitrine \
        -f /var/lib/vitrine/before-0016-lists-by-sql.dump`);
      const [, , dump = '', start = ''] = blocks('The way back');
      await type(`systemctl stop vitrine\n${dump}${start}`);
      await ready();
      expect(await use('again')).toContain('Downloaded');
    });
  });
}
