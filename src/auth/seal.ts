import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { KtimaError } from '../errors.ts';

/** Encrypts what is kept in the database but must not be read from a copy of it. */
export interface Seal {
  /** `place` says what the text belongs to: sealed for one place, it opens at no other. */
  close(text: string, place: string): string;
  /** Text that was never sealed comes back as it is. */
  open(stored: string, place: string): string;
  /** Whether `stored` ought to be sealed and is not. */
  isMissing(stored: string): boolean;
}

const prefix = 'sealed:1:';
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = saltBytes + nonceBytes + tagBytes;

/** A seal under a secret, AES-256-GCM with a key of its own (HKDF) each; without a secret, none. */
export function openSeal(secret: string | undefined): Seal {
  const keyFrom = (salt: Buffer) =>
    Buffer.from(hkdfSync('sha256', secret!, salt, 'ktima seal 1', 32));

  function open(stored: string, place: string): string {
    if (!stored.startsWith(prefix)) return stored;
    if (secret === undefined) throw cannotOpen(place, 'is needed');
    const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
    const salt = bytes.subarray(0, saltBytes);
    const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes);
    const tag = bytes.subarray(saltBytes + nonceBytes, headBytes);
    try {
      const decipher = createDecipheriv('aes-256-gcm', keyFrom(salt), nonce, {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
      return decipher.update(bytes.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw cannotOpen(place, 'is not the one that was used', cause);
    }
  }

  function close(text: string, place: string): string {
    if (secret === undefined) return text;
    const salt = randomBytes(saltBytes);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', keyFrom(salt), nonce);
    cipher.setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const bytes = Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
    return prefix + bytes.toString('base64url');
  }

  const isMissing = (stored: string) => secret !== undefined && !stored.startsWith(prefix);
  return { open, close, isMissing };
}

function cannotOpen(place: string, why: string, cause?: unknown): KtimaError {
  return new KtimaError('BAD_SETTING', `KTIMA_KEY_SECRET ${why}: ${place} is sealed`, { cause });
}
