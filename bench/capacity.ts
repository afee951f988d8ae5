// What a core answers in a second, by operation, and what follows for 100, 1,000 and 10,000 requests
// a second. Processor time of the process of the API, which other programs change least. Needs wrk.
// `npm run check:cluster` compares the same model with one and two instances behind nginx.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Costs, msPerRequest, planFor, requestsPerCore } from './capacity-model.ts';
import { lasting, median, printTable, rows, temporaryFolder, whole } from './measure.ts';
import { type Request, requestMakers } from './requests.ts';
import { cpuSecondsOf, residentMB, startService, stopService, writeProperty } from './service.ts';
import { load, writeRequests } from './wrk.ts';

const parcels = rows(50_000);
const folder = temporaryFolder();
const database = join(folder, 'property.db');
await writeProperty(database, rows(400_000), parcels);
const service = await startService(folder, database);
// The indexes are built at the first start.
while (!(await fetch(`${service.api}/readyz`)).ok) await sleep(200);

const get = (path: string) => (): Request => ({ method: 'GET', path, body: '' });
const { cost, kaek, sparse, dense, address, reverse } = requestMakers(parcels);
const makers = {
  cost,
  parcel: kaek,
  'places, few': sparse,
  'places, many': dense,
  address,
  reverse,
  suggestion: get('/api/geocoding/suggest/?text=Ermo'),
  tile: get('/tiles/base/14/9270/6326.mvt'),
};

/** What a portal sends: people type, look at a map and open a property. */
const portal = {
  suggestion: 0.3,
  address: 0.15,
  tile: 0.2,
  'places, many': 0.1,
  parcel: 0.1,
  cost: 0.1,
  reverse: 0.05,
};

/** Milliseconds of processor time that a request takes, the middle of three rounds. */
async function measure(make: () => Request): Promise<number> {
  const requests = writeRequests(folder, make);
  const round = async () => {
    const before = cpuSecondsOf(service.apiPid);
    const sent = await load(service.api, requests, service.token, {
      seconds: lasting(3),
      connections: 8,
    });
    return ((cpuSecondsOf(service.apiPid) - before) * 1_000) / sent.requests;
  };
  // The first round compiles the code.
  await round();
  return median([await round(), await round(), await round()]);
}

const costs: Record<string, number> = {};
for (const [name, make] of Object.entries(makers)) costs[name] = await measure(make);
printTable(
  ['operation', 'ms of the processor', 'requests a second and core'],
  Object.entries(costs).map(([name, ms]) => [name, ms.toFixed(3), whole(1_000 / ms)]),
);
printPlan(costs);
console.log(`Memory of all three processes: ${whole(residentMB(service))} MB.`);
await stopService(service);

function printPlan(measured: Costs): void {
  const sizes = { apiGB: 1, authGB: 0.15, connections: 14, mostConnections: 200 };
  console.log(
    `A portal (${Object.entries(portal)
      .map(([name, share]) => `${name} ${Math.round(100 * share)} %`)
      .join(', ')}): ` +
      `${msPerRequest(measured, portal).toFixed(2)} ms a request, ` +
      `${whole(requestsPerCore(measured, portal))} a second and core.\n`,
  );
  printTable(
    ['requests a second', 'API', 'authentication', 'memory, GB', 'connections', 'pooler'],
    [100, 1_000, 10_000].map(perSecond => {
      const plan = planFor(perSecond, measured, portal, sizes);
      return [
        whole(perSecond),
        String(plan.api),
        String(plan.auth),
        plan.memoryGB.toFixed(1),
        String(plan.connections),
        plan.needsPooler ? 'yes' : 'no',
      ];
    }),
  );
}
