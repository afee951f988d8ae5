import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { KtimaError } from '../errors.ts';

/** Encrypts what is kept in the database but must not be read from a copy of it. */
export interface Seal {
  /** `place` says what the text belongs to: sealed for one place, it opens at no other. */
  close(text: string, place: string): string;
  /** Text that was never sealed comes back as it is. */
  open(stored: string, place: string): string;
  /** Whether `stored` ought to be sealed, and is not or with the secret before. */
  isDue(stored: string, place: string): boolean;
}

const prefix = 'sealed:1:';
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = saltBytes + nonceBytes + tagBytes;

/**
 * A seal under a secret; without one, none. What was sealed with `before`, the secret that was in
 * use until now, can be opened as well.
 */
export function openSeal(secret: string | undefined, before?: string): Seal {
  if (secret === undefined && before !== undefined) {
    const message = 'KTIMA_OLD_KEY_SECRET: expected with KTIMA_KEY_SECRET, got it alone';
    throw new KtimaError('BAD_SETTING', message);
  }
  return {
    close: (text, place) => (secret === undefined ? text : encrypt(text, place, secret)),
    open(stored, place) {
      if (!stored.startsWith(prefix)) return stored;
      if (secret === undefined) throw cannotOpen(place, 'is needed');
      const text = decrypt(stored, place, secret) ?? (before && decrypt(stored, place, before));
      if (text === undefined) throw cannotOpen(place, 'is not the one that was used');
      return text;
    },
    isDue(stored, place) {
      if (secret === undefined) return false;
      if (!stored.startsWith(prefix)) return true;
      return before !== undefined && decrypt(stored, place, secret) === undefined;
    },
  };
}

/** AES-256-GCM, with a key of its own (HKDF) each time. */
function encrypt(text: string, place: string, secret: string): string {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, salt), nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
  return prefix + bytes.toString('base64url');
}

/** Undefined when it was sealed with another secret, for another place, or is altered. */
function decrypt(stored: string, place: string, secret: string): string | undefined {
  const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
  const salt = bytes.subarray(0, saltBytes);
  const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes);
  const tag = bytes.subarray(saltBytes + nonceBytes, headBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, salt), nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
    return decipher.update(bytes.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyFrom(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'ktima seal 1', 32));
}

function cannotOpen(place: string, why: string): KtimaError {
  // The beginning of a name is enough, and looks like no token.
  const named = place.replace(/(\S{8})\S{8,}/, '$1…');
  return new KtimaError('BAD_SETTING', `KTIMA_KEY_SECRET ${why}: ${named} is sealed`);
}
