// Logins beside raw argon2id, refreshes, and token checks.
import { join } from 'node:path';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { openPasswords } from '#features/auth/protection/passwords.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import { openKeys } from '#features/auth/tokens/signing-keys.ts';
import { bearerVerifier } from '#http/tokens/bearer.ts';
import { derivedValue } from '#http/tokens/renewed-value.ts';
import { lasting, median, printTable, temporaryFolder, times, whole } from './measure.ts';
import { logIn, refresh, startService, stopService, writeProperty } from './service.ts';

const seconds = lasting(4);
const rounds = 3;

const folder = temporaryFolder();
const database = join(folder, 'property.db');
await writeProperty(database, 0);
const service = await startService(folder, database);
const passwords = await openPasswords({ slots: 1, queue: 10 });
const hash = await passwords.hash('ktima-demo');
const check = await tokenChecks();
const sessions: string[] = [];
for (let i = 0; i < 8; i++) sessions.push((await logIn(service.auth)).refresh_token);

const cases: Record<string, () => Promise<number>> = {
  'raw argon2id, 19 MiB, t = 2': () => rate(1, () => passwords.verify(hash, 'ktima-demo')),
  login: () => rate(3, () => logIn(service.auth)),
  refresh: () =>
    rate(sessions.length, async i => {
      sessions[i] = (await refresh(service.auth, sessions[i]!)).refresh_token;
    }),
  'token check by signature': () => rate(1, check.fresh),
  'token check, remembered': () => rate(1, check.again),
};
/** What each is compared with. */
const peers: Record<string, string> = {
  login: 'raw argon2id, 19 MiB, t = 2',
  'token check, remembered': 'token check by signature',
};
// Rounds are interleaved, so that a slow moment of the machine hits all alike; one warms up.
const measured = new Map(Object.keys(cases).map(name => [name, [] as number[]]));
for (let round = 0; round <= rounds; round++) {
  for (const [name, run] of Object.entries(cases)) {
    const perSecond = await run();
    if (round > 0) measured.get(name)!.push(perSecond);
  }
}
await stopService(service);

console.log(`One hashing slot, SQLite; median of ${rounds} × ${seconds} s. Aim: login ≥ 0.9 ×.\n`);
const result = (name: string) => median(measured.get(name)!);
printTable(
  ['case', 'a second', 'of its peer'],
  Object.keys(cases).map(name => {
    const peer = peers[name];
    return [name, whole(result(name)), peer ? times(result(name) / result(peer)) : ''];
  }),
);

/** Runs `work` repeatedly, several at once, and returns how often a second it ended. */
async function rate(atOnce: number, work: (worker: number) => unknown): Promise<number> {
  const start = performance.now();
  const endMs = start + seconds * 1_000;
  let done = 0;
  const workers = Array.from({ length: atOnce }, async (_, worker) => {
    while (performance.now() < endMs) {
      await work(worker);
      done++;
    }
  });
  await Promise.all(workers);
  return (1_000 * done) / (performance.now() - start);
}

/** Checks of one good token: by its signature each time, and remembered. */
async function tokenChecks() {
  const clock = () => new Date();
  const keys = await openKeys(await openAuthStore('sqlite::memory:'), {
    seal: openSeal(undefined),
    clock,
  });
  const ring = await keys.current();
  const tokens = { issuer: 'bench', audience: 'bench', lifetimeSeconds: 3_600 };
  const token = await signAccessToken(
    ring,
    tokens,
    { id: 's', userId: 'u', scopes: null },
    clock(),
  );
  const header = `Bearer ${token}`;
  // The verifier treats the keys as new each time, so nothing is cached.
  const { find } = ring.publicKeys;
  const forgetful = bearerVerifier({ ...tokens, keys: async () => ({ find }), clock });
  const current = derivedValue(keys.current, ring => ring.publicKeys);
  const remembering = bearerVerifier({ ...tokens, keys: current, clock });
  return { fresh: () => forgetful(header), again: () => remembering(header) };
}
