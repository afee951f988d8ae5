import assert from 'node:assert/strict';
import { sign as signBytes } from 'node:crypto';
import test from 'node:test';
import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose';
import { bearerVerifier } from '#http/tokens/bearer.ts';

const issuer = 'https://issuer.example';
const now = new Date('2026-06-15T09:00:00Z');
const seconds = now.getTime() / 1_000;
const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const jwk = await exportJWK(publicKey);
const keySet = { find: createLocalJWKSet({ keys: [{ ...jwk, kid: 'a', alg: 'ES256' }] }) };
const verify = bearerVerifier({
  issuer,
  accountIssuer: issuer,
  audience: 'urn:test',
  keys: async () => keySet,
  clock: () => now,
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { iss: issuer, aud: 'urn:test', sub: 'x', iat: seconds, exp: seconds + 60 };
const signed = `${part({ alg: 'ES256', typ: 'at+jwt', kid: 'a' })}.${part(claims)}`;

/** The order of P-256 (FIPS 186-5), and the two numbers of a signature of this text. */
const n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const key = { key: privateKey as never, dsaEncoding: 'ieee-p1363' } as const;
const good = signBytes('sha256', Buffer.from(signed), key);
const der = signBytes('sha256', Buffer.from(signed), { ...key, dsaEncoding: 'der' });
const numberOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
const [r, s] = [numberOf(good.subarray(0, 32)), numberOf(good.subarray(32))];
const bytesOf = (...numbers: bigint[]) =>
  Buffer.concat(numbers.map(one => Buffer.from(one.toString(16).padStart(64, '0'), 'hex')));

const accepted: [string, Buffer][] = [
  ['as it was made', good],
  // Whoever has a signature can make the other one: the text that it signs is the same.
  ['(r, n - s), which is as good by FIPS 186-5', bytesOf(r, n - s)],
];

const refused: [string, Buffer][] = [
  ['empty', Buffer.alloc(0)],
  ['zeros (CVE-2022-21449)', bytesOf(0n, 0n)],
  ['r is 0', bytesOf(0n, s)],
  ['s is 0', bytesOf(r, 0n)],
  ['r is n', bytesOf(n, s)],
  ['s is n', bytesOf(r, n)],
  ['both are n', bytesOf(n, n)],
  ['both are 1', bytesOf(1n, 1n)],
  ['s is n - 1', bytesOf(r, n - 1n)],
  ['r is p', bytesOf(p, s)],
  ['r and s exchanged', bytesOf(s, r)],
  ['(n - r, s)', bytesOf(n - r, s)],
  ['(n - r, n - s)', bytesOf(n - r, n - s)],
  ['all bits set', Buffer.alloc(64, 0xff)],
  ['a byte is missing at the end', good.subarray(0, 63)],
  ['a byte is missing at the beginning', good.subarray(1)],
  ['a zero more', Buffer.concat([good, Buffer.alloc(1)])],
  [
    'a zero before each number',
    Buffer.concat([Buffer.alloc(1), good.subarray(0, 32), Buffer.alloc(1), good.subarray(32)]),
  ],
  ['in DER', der],
  ['of another text', signBytes('sha256', Buffer.from(`${signed}x`), key)],
  ['of the text with SHA-384', signBytes('sha384', Buffer.from(signed), key)],
  ['r alone', good.subarray(0, 32)],
];

for (const [name, signature] of accepted) {
  test(`ES256: a signature is accepted: ${name}`, async () => {
    const caller = await verify(`Bearer ${signed}.${signature.toString('base64url')}`);
    assert.equal(caller.subject, 'x');
  });
}

for (const [name, signature] of refused) {
  test(`ES256: a signature is refused: ${name}`, async () => {
    await assert.rejects(verify(`Bearer ${signed}.${signature.toString('base64url')}`), {
      code: 'UNAUTHENTICATED',
    });
  });
}

test('ES256: each changed bit of a signature is refused', async () => {
  for (let bit = 0; bit < 512; bit++) {
    const changed = Buffer.from(good);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    await assert.rejects(verify(`Bearer ${signed}.${changed.toString('base64url')}`), `${bit}`);
  }
});

test('ES256: the same signature in other characters is refused', async () => {
  const text = good.toString('base64url');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = text.at(-1)!;
  // Only its first two bits count.
  const twin = alphabet[alphabet.indexOf(last) ^ 1]!;
  for (const end of [twin, `${last}=`, `${last}==`, `${last}\n`, `${last} `]) {
    await assert.rejects(verify(`Bearer ${signed}.${text.slice(0, -1)}${end}`), end);
  }
});
