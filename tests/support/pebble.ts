import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const PEBBLE = { api: 14_000, management: 15_000 };

/**
 * Writes what Pebble needs, Let's Encrypt's ACME server for tests: its configuration, and the certificate of its own
 * address, `localhost`, with the authority that signed it.
 * @param folder where the files are written, and where they will lie when it runs
 * @param ports on which it looks for the answers to its challenges
 */
export function writePebble(
  folder: string,
  ports: { httpPort: number; tlsPort: number },
  listen = PEBBLE,
  runsIn = folder,
): { config: string; authority: string } {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '7'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test authority');
  writeFileSync(join(folder, 'ext'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  openssl('req', ...key.slice(0, -2), '-keyout', 'key.pem', '-out', 'request.pem', '-subj', '/CN=localhost');
  const sign = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '7', '-extfile', 'ext'];
  openssl('x509', '-req', '-in', 'request.pem', ...sign, '-out', 'cert.pem');
  const pebble = {
    listenAddress: `127.0.0.1:${listen.api}`,
    managementListenAddress: `127.0.0.1:${listen.management}`,
    certificate: join(runsIn, 'cert.pem'),
    privateKey: join(runsIn, 'key.pem'),
    ...ports,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  return { config: join(runsIn, 'pebble.json'), authority: join(runsIn, 'ca.pem') };
}
