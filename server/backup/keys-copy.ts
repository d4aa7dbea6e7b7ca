import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** The encrypted key file in a backup's folder. */
export const SEALED = 'keys.encrypted';

/** scrypt's cost: 128 MiB and half a second for each try of a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const SALT = 16;
const IV = 12;
const TAG = 16;

/** Encrypts the key file under a passphrase: scrypt, AES-256-GCM. */
export function sealKeys(text: string, passphrase: string): string {
  const salt = randomBytes(SALT);
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, COST), iv);
  const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([salt, iv, cipher.getAuthTag(), bytes]).toString('base64');
}

/** @throws when the passphrase is another, or the text was changed */
export function openKeysCopy(sealed: string, passphrase: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const [salt, iv] = [bytes.subarray(0, SALT), bytes.subarray(SALT, SALT + IV)];
  const key = scryptSync(passphrase, salt, 32, COST);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAuthTag(
      bytes.subarray(SALT + IV, SALT + IV + TAG),
    );
    return decipher.update(bytes.subarray(SALT + IV + TAG), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new Error('The keys of the backup are encrypted under another passphrase.', { cause: error });
  }
}
