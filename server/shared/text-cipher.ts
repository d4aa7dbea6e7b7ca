import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV = 12;
const TAG = 16;
/** Version prefix of the format. */
const VERSION = 'v1.';

/** Encrypts short texts stored in the database. */
export interface TextCipher {
  /**
   * @param of context of the text (additional authenticated data): decryption needs the same, so that one row's text is
   * invalid in another
   */
  encrypt(text: string, of: string): string;
  /** @throws when the key or the context differs, or the text was modified */
  decrypt(encrypted: string, of: string): string;
}

/**
 * AES-256-GCM under a key derived from `secret`.
 * @param purpose separates derived keys: each purpose has its own
 */
export function textCipher(secret: string, purpose: string): TextCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  return {
    encrypt(text, of) {
      const iv = randomBytes(IV);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(of));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return VERSION + Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url');
    },

    decrypt(encrypted, of) {
      if (!encrypted.startsWith(VERSION)) throw new Error('This was not encrypted by this portal.');
      const bytes = Buffer.from(encrypted.slice(VERSION.length), 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV), { authTagLength: TAG })
        .setAAD(Buffer.from(of))
        .setAuthTag(bytes.subarray(IV, IV + TAG));
      return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
