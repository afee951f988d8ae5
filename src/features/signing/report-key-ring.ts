import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { badSetting, KtimaError } from '#tools/errors.ts';
import { makePrivateFolder } from '#tools/files/private-file.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import { canonicalJson, curve, type ReportKey } from './signed-report.ts';

/*
 * The keys that sign reports, in one file: every public key that ever signed, newest first, and the
 * private one of the newest. A new key replaces the private key before it, so that a leak never
 * concerns more than one key. The file is not in a database, because databases are made anew.
 */

/** A key of the file; only the one that signs has its private part. */
interface StoredKey extends ReportKey {
  /** PKCS #8 as PEM, encrypted if there is a secret. */
  readonly private_key?: string;
}

/** The keys as a service uses them. */
export interface KeyRing {
  readonly published: readonly ReportKey[];
  /** The key that signs; undefined if none does. Without its secret the promise is UNAVAILABLE. */
  readonly signer: { readonly kid: string; readonly privateKey: Promise<CryptoKey> } | undefined;
}

/** Reads the keys when they are needed, again after the file has changed. */
export function openReportKeys(path: string, secret: string | undefined): () => Promise<KeyRing> {
  let read: { readonly state: string; readonly ring: Promise<KeyRing> } | undefined;
  return async () => {
    const state = await stateOf(path);
    if (read?.state !== state) read = { state, ring: readRing(path, secret) };
    return read.ring;
  };
}

async function stateOf(path: string): Promise<string> {
  const facts = await stat(path, { bigint: true }).catch(() => undefined);
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs}` : 'none';
}

async function readRing(path: string, secret: string | undefined): Promise<KeyRing> {
  const keys = await readKeys(path);
  const { kid, private_key: pem } = keys[0] ?? {};
  const published = keys.map(withoutPrivateKey);
  if (kid === undefined || pem === undefined) return { published, signer: undefined };
  const privateKey = openPem(pem, secret);
  // Public keys are needed without the secret too.
  privateKey.catch(() => {});
  return { published, signer: { kid, privateKey } };
}

/** All public keys, newest first. */
export async function publishedKeys(path: string): Promise<readonly ReportKey[]> {
  return (await readKeys(path)).map(withoutPrivateKey);
}

/** Adds a key that signs from now on; the private key before it is destroyed. */
export async function addReportKey(
  path: string,
  secret: string | undefined,
  now: Date,
): Promise<ReportKey> {
  const before = await publishedKeys(path);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const point = { crv: 'P-256', kty: 'EC', x, y } as const;
  // The thumbprint of RFC 7638: canonical JSON has its order of members.
  const kid = createHash('sha256').update(canonicalJson(point)).digest('base64url');
  // A kid that starts with "-" looks like an option on the command line.
  if (kid.startsWith('-')) return addReportKey(path, secret, now);
  const sealing = secret === undefined ? {} : { cipher: 'aes-256-cbc', passphrase: secret };
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8', ...sealing }).toString();
  const key: ReportKey = { kid, ...point, alg: 'ES256', use: 'sig', created_at: now.toISOString() };
  await writeKeys(path, [{ ...key, private_key: pem }, ...before]);
  return key;
}

/** Marks a key that others may have; it never signs again. */
export async function markLeaked(path: string, kid: string, leakedAt: string): Promise<void> {
  const keys = await readKeys(path);
  if (!keys.some(key => key.kid === kid)) {
    throw new KtimaError('NOT_FOUND', `no key ${kid}; 'ktima report-keys list' shows all`);
  }
  const marked = keys.map(key =>
    key.kid === kid ? { ...withoutPrivateKey(key), leaked_at: leakedAt } : key,
  );
  await writeKeys(path, marked);
}

function withoutPrivateKey({ private_key: _, ...key }: StoredKey): ReportKey {
  return key;
}

async function writeKeys(path: string, keys: readonly StoredKey[]): Promise<void> {
  const text = `${JSON.stringify({ keys }, null, 2)}\n`;
  // As for databases, only the last folder: a typing error must not create a tree of folders.
  if (existsSync(dirname(dirname(path)))) makePrivateFolder(dirname(path));
  await replaceFileBy(path, write => write(text), 0o600);
}

async function readKeys(path: string): Promise<readonly StoredKey[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"keys": []}';
    throw badSetting(`${path}: it cannot be read (${error.code})`);
  });
  try {
    const { keys } = JSON.parse(text) as { keys: StoredKey[] };
    for (const { kty, crv, x, y } of keys)
      createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
    return keys;
  } catch {
    const message = `${path}: expected the keys that 'ktima report-keys' wrote; the file is damaged`;
    throw badSetting(message);
  }
}

async function openPem(pem: string, secret: string | undefined): Promise<CryptoKey> {
  try {
    const key = createPrivateKey({ key: pem, ...(secret !== undefined && { passphrase: secret }) });
    const bytes = key.export({ format: 'der', type: 'pkcs8' });
    return await crypto.subtle.importKey('pkcs8', bytes, curve, false, ['sign']);
  } catch {
    const problem = secret === undefined ? 'is not set' : 'is not the secret of its report key';
    const message = `signature: this service cannot sign, because KTIMA_REPORT_KEY_SECRET ${problem}`;
    throw new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 60 });
  }
}
