import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { badSetting, type KtimaError } from '#tools/errors.ts';

/** Encrypts secrets in the database, so that a copy of the database does not reveal them. */
export interface Seal {
  /** `owner` names what the text belongs to. Text sealed for one owner cannot be opened for another. */
  close(text: string, owner: string): string;
  /** Returns text that was never sealed unchanged. */
  open(stored: string, owner: string): string;
  /** Whether `stored` must be sealed: it is unsealed, or sealed with the old secret. */
  needsSealing(stored: string, owner: string): boolean;
}

const prefix = 'sealed:1:';
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = saltBytes + nonceBytes + tagBytes;

/** A seal with a secret; without a secret, text stays as it is. `before`: the old secret, for `open`. */
export function openSeal(secret: string | undefined, before?: string): Seal {
  if (secret === undefined && before !== undefined) {
    throw badSetting('KTIMA_OLD_KEY_SECRET: expected with KTIMA_KEY_SECRET, got it alone');
  }
  return {
    close: (text, owner) => (secret === undefined ? text : encrypt(text, owner, secret)),
    open(stored, owner) {
      if (!stored.startsWith(prefix)) return stored;
      if (secret === undefined) throw cannotOpen(owner, 'is needed');
      const text = decrypt(stored, owner, secret) ?? (before && decrypt(stored, owner, before));
      if (text === undefined) throw cannotOpen(owner, 'is not the one that was used');
      return text;
    },
    needsSealing(stored, owner) {
      if (secret === undefined) return false;
      if (!stored.startsWith(prefix)) return true;
      return before !== undefined && decrypt(stored, owner, secret) === undefined;
    },
  };
}

/** AES-256-GCM, with a new key (HKDF) each time. */
function encrypt(text: string, owner: string, secret: string): string {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, salt), nonce);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
  return prefix + bytes.toString('base64url');
}

/** Undefined when the text was sealed with another secret or for another owner, or was changed. */
function decrypt(stored: string, owner: string, secret: string): string | undefined {
  const bytes = Buffer.from(stored.slice(prefix.length), 'base64url');
  const salt = bytes.subarray(0, saltBytes);
  const nonce = bytes.subarray(saltBytes, saltBytes + nonceBytes);
  const tag = bytes.subarray(saltBytes + nonceBytes, headBytes);
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, salt), nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
    return decipher.update(bytes.subarray(headBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyFrom(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'ktima seal 1', 32));
}

function cannotOpen(owner: string, why: string): KtimaError {
  // Shorten a long id, so that it does not look like a leaked token in logs.
  const named = owner.replace(/(\S{8})\S{8,}/, '$1…');
  return badSetting(`KTIMA_KEY_SECRET ${why}: ${named} is sealed`);
}
