import {
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import type { JWK } from 'jose';
import { KtimaError, usageError } from '#tools/errors.ts';
import type { AuthStore, Client, ClientCredential } from '../auth-store.ts';
import type { Audit } from '../protection/audit.ts';
import { bucketPrefixesOf } from '../protection/throttle.ts';
import { tokenHash } from '../tokens/sessions.ts';
import { checkName, loginKey, readScopes } from './users.ts';

/** The dependencies of client management. */
export interface ClientParts {
  readonly store: AuthStore;
  readonly audit: Audit;
  /** The operator, for the audit trail. */
  readonly from: string;
  readonly clock: () => Date;
}

/** A client to add. */
export interface NewClient {
  readonly name: string;
  /** Separated by commas. */
  readonly scopes: string;
  /** When it stops working. */
  readonly expiresAt?: Date | undefined;
  /** A public key, as PEM or JWK; without it the client gets a secret. */
  readonly key?: string | undefined;
}

/** A new credential. The secret is shown once, and only its hash is stored. */
export interface IssuedClient {
  readonly id: string;
  readonly name: string;
  readonly secret: string | undefined;
}

export type Clients = ReturnType<typeof openClients>;

/** Client management for the command line. */
export function openClients({ store, audit, from, clock }: ClientParts) {
  const nowMs = () => clock().getTime();

  async function find(name: string): Promise<Client> {
    const clients = await store.listClients();
    const client = clients.find(one => one.id === name || loginKey(one.name) === loginKey(name));
    if (client) return client;
    throw new KtimaError('NOT_FOUND', `no client ${name}; 'ktima client list' shows all`);
  }

  return {
    list: () => store.listClients(),

    async add({ name, scopes, expiresAt, key }: NewClient): Promise<IssuedClient> {
      checkName('client name', name);
      if (expiresAt && expiresAt.getTime() <= nowMs()) {
        throw usageError('expiry: expected a day that has not passed');
      }
      const { credential, secret } = newCredential(key, nowMs());
      const client: Client = {
        id: randomUUID(),
        name: name.normalize('NFC').trim(),
        scopes: readScopes(scopes),
        disabled: false,
        createdAt: clock().toISOString(),
        expiresAtMs: expiresAt?.getTime() ?? null,
        version: 0,
        credentials: [credential],
      };
      if (!(await store.addClient(client, loginKey(name)))) {
        throw usageError(`${name}: this name is taken by another client`);
      }
      await audit('client added', client.id, from);
      return { id: client.id, name: client.name, secret };
    },

    /** Gives a client a new secret or key. The last one works for `overlapMs` more. */
    async rotate(name: string, key: string | undefined, overlapMs: number): Promise<IssuedClient> {
      const client = await find(name);
      if (key === undefined && client.credentials[0]?.kind === 'key') {
        throw usageError(`${name} has a public key: give the new one with --key FILE`);
      }
      const now = nowMs();
      const { credential, secret } = newCredential(key, now);
      await store.rotateClient(client.id, credential, now + overlapMs, now);
      await audit('client credentials replaced', client.id, from);
      return { id: client.id, name: client.name, secret };
    },

    async setDisabled(name: string, disabled: boolean): Promise<void> {
      const { id } = await find(name);
      if (disabled) await store.disableClient(id, nowMs());
      else await store.enableClient(id);
      await audit(disabled ? 'client disabled' : 'client enabled', id, from);
    },

    /** Changes what the client's tokens may be used for, and rejects those it has. */
    async setScopes(name: string, scopes: string): Promise<void> {
      const { id } = await find(name);
      await store.setClientScopes(id, readScopes(scopes), nowMs());
      await audit('scopes changed', id, from);
    },

    async delete(name: string): Promise<void> {
      const { id } = await find(name);
      // Before the deletion, while the name can still be read.
      await audit('client deleted', id, from);
      await store.deleteClient(id, nowMs());
      await store.clearBuckets(bucketPrefixesOf(id));
    },

    /** The newest audit entries of a client. */
    log: async (name: string, limit: number) => store.auditEntries((await find(name)).id, limit),
  };
}

function newCredential(key: string | undefined, createdAtMs: number) {
  const secret = key === undefined ? `ktima_${randomBytes(32).toString('base64url')}` : undefined;
  const credential: ClientCredential = {
    kind: secret === undefined ? 'key' : 'secret',
    // 256 random bits cannot be guessed, so a fast hash is enough.
    value: secret === undefined ? JSON.stringify(readPublicKey(key!)) : tokenHash(secret),
    createdAtMs,
    expiresAtMs: null,
  };
  return { credential, secret };
}

const expectedKey =
  'a public key as PEM or JWK: EC P-256, P-384 or P-521, Ed25519, or RSA of 2048 bits or more';

/** Reads a public key as PEM or JWK; returns its public fields. */
function readPublicKey(text: string): JWK {
  const jwk = parsedJwk(text);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text) || (jwk && 'd' in jwk)) {
    throw usageError('key: expected a public key, got a private one: keep it secret');
  }
  const key = importPublicKey(jwk ?? text);
  if (algorithmsOf(key).length === 0) throw usageError(`key: expected ${expectedKey}`);
  return key.export({ format: 'jwk' }) as JWK;
}

function parsedJwk(text: string): JWK | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as JWK;
  } catch (cause) {
    throw usageError('key: not valid JSON', { cause });
  }
}

function importPublicKey(key: JWK | string): KeyObject {
  try {
    return createPublicKey(
      typeof key === 'string' ? key : { key: key as JsonWebKey, format: 'jwk' },
    );
  } catch (cause) {
    throw usageError(`key: expected ${expectedKey}`, { cause });
  }
}

/** The signature algorithms of all clients. */
export const clientAlgorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'RS256', 'PS256'];

const algorithmByCurve: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};

/** The signature algorithms of a client's key; never one of a shared secret. */
export function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  const { namedCurve = '', modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec') return [algorithmByCurve[namedCurve] ?? []].flat();
  if (asymmetricKeyType === 'ed25519') return ['EdDSA', 'Ed25519'];
  return asymmetricKeyType === 'rsa' && modulusLength >= 2_048 ? ['RS256', 'PS256'] : [];
}
