// What counting adds to a request for places in the middle of a dense town: the same operation on two
// servers, of which one counts, in turns. Requests are injected, without a socket.

import { openLog } from '#app/services/service.ts';
import { packPlaces } from '#domain/property/pack-places.ts';
import type { ApiParts } from '#features/api/api-parts.ts';
import { registerPointsOfInterest } from '#features/api/property/points-of-interest.ts';
import type { Scope } from '#http/scopes.ts';
import { createServer } from '#http/server/server.ts';
import { requireScopes } from '#http/tokens/require-scopes.ts';
import { countRequests } from '#http/usage/count-requests.ts';
import { openUsage } from '#http/usage/count-usage.ts';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import { generatePlaces } from './generate.ts';
import { cpuMicroseconds, median, printTable, rows } from './measure.ts';

const issuer = 'urn:ktima:auth';
const store = await openUsageStore({ url: 'sqlite::memory:' });
await store.setQuota({ issuer, subject: 'limited' }, { minute: 999_999_999, day: 999_999_999 });
const clock = () => new Date();
const usage = openUsage({
  open: async () => store,
  anonymous: { minute: null, day: null },
  logsLookups: false,
  lookupDays: 90,
  clock,
});
await usage.exchange();

const snapshot = packPlaces(generatePlaces(rows(400_000)));
const request = {
  method: 'POST',
  url: '/api/points-of-interest/',
  headers: { authorization: 'Bearer x' },
  payload: { latitude: 37.98, longitude: 23.73 },
} as const;

/** A server with the operation, for the requests of one subject. */
async function serve(subject: string, counts: boolean) {
  const server = createServer({ log: openLog('silent', 'api'), accessLog: false });
  const caller = { issuer, subject, scopes: new Set<Scope>(['places']) };
  const verify = Object.assign(async () => caller, { ifCached: () => caller });
  requireScopes(server, verify, 'some');
  if (counts) countRequests(server, usage, 'some', clock);
  registerPointsOfInterest(server, { edition: () => snapshot } as unknown as ApiParts);
  await server.ready();
  return async () => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < rows(1_000); i++) await server.inject(request);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / rows(1_000);
  };
}

const servers = {
  'no counting': await serve('any', false),
  counting: await serve('any', true),
  'counting with a quota': await serve('limited', true),
};
const names = Object.keys(servers) as (keyof typeof servers)[];
const figures = new Map(names.map(name => [name, [] as number[]]));
for (const measure of Object.values(servers)) await measure();
for (let round = 0; round < 9; round++) {
  for (const name of names) figures.get(name)!.push(await servers[name]());
}
const plain = median(figures.get('no counting')!);
printTable(
  ['request for places of a dense town', 'µs of CPU', 'more than without'],
  names.map(name => {
    const micros = median(figures.get(name)!);
    return [name, micros.toFixed(1), `${((micros / plain - 1) * 100).toFixed(1)} %`];
  }),
);

const limited = usage.find(issuer, 'limited');
printTable(
  ['step', 'µs of CPU'],
  [
    [
      'count a request',
      cpuMicroseconds(100_000, () => usage.count(usage.find(issuer, 'any'), 'o', 1)),
    ],
    ['check and count a quota', cpuMicroseconds(100_000, () => usage.take(limited, 1))],
  ].map(([step, micros]) => [String(step), Number(micros).toFixed(2)]),
);
