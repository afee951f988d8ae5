import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import {
  freePort,
  type Cluster as PostgresCluster,
  startCluster,
  templateDatabase,
} from '../../test/postgres/cluster.ts';
import { execute } from '../../test/postgres/database.ts';
import { startHaproxy } from '../../test/postgres/haproxy.ts';
import { startStandby } from '../../test/postgres/standby.ts';
import {
  answers,
  confined,
  logOf,
  removeContainer,
  runContainer,
  runOnce,
  stopContainer,
} from '../deploy/podman.ts';
import { fill, type RunKtima, writeOwnFiles } from '../deploy/smoke.ts';
import { type Front, startNginx } from './nginx.ts';
import { startPrometheus } from './prometheus.ts';

type ServiceName = 'api' | 'auth';

/** A container that serves. */
export interface Instance {
  readonly service: ServiceName;
  readonly name: string;
  readonly url: string;
  /** The host and port of its metrics. */
  readonly metrics: string;
  readonly options: readonly string[];
}

/** The running cluster. */
export interface Cluster {
  readonly primary: PostgresCluster;
  readonly standby: PostgresCluster;
  /** Two of each service, each pair in its order. */
  readonly instances: readonly Instance[];
  readonly front: Front;
  readonly prometheus: Awaited<ReturnType<typeof startPrometheus>>;
  /** The folder that is /files in the containers: the files to import. */
  readonly files: string;
  /** Runs a command of an image as the owner of the tables. */
  owner(image: string): RunKtima;
}

/** Starts two instances of each service from an image, and loads data. The stack stops them. */
export async function startEverything(
  stack: AsyncDisposableStack,
  image: string,
  say: (line: string) => void,
): Promise<Cluster> {
  const { primary, standby } = await startPostgres();
  say(`PostgreSQL      127.0.0.1:${primary.port}, followed by 127.0.0.1:${standby.port}`);
  const haproxy = await startHaproxy(primary, standby);
  stack.defer(haproxy.stop);
  say(`HAProxy         ${haproxy.address} leads to the primary`);
  const addresses = (await freePorts(8)).map(port => `127.0.0.1:${port}`);
  const front = await startNginx({ api: addresses.slice(0, 2), auth: addresses.slice(2, 4) });
  stack.defer(front.stop);
  const files = writeOwnFiles(stack);
  // The user of the image writes there.
  chmodSync(files, 0o777);
  const options = optionsOf(haproxy.url, front, files);
  const owner = (from: string): RunKtima => {
    return (args, input) => runOnce([...options.owner, from, ...args], input);
  };
  await migrate(owner(image));
  await fill(owner(image), '/files');
  say('imported        places, addresses, parcels and costs; a user and a key for reports');

  const instances = (['api', 'api', 'auth', 'auth'] as const).map((service, i): Instance => {
    const [address, metrics] = [addresses[i]!, addresses[i + 4]!];
    const ports = [
      `--env=KTIMA_${service.toUpperCase()}_PORT=${portOf(address)}`,
      `--env=KTIMA_METRICS_PORT=${portOf(metrics)}`,
    ];
    const name = `ktima-${process.pid}-${service}-${(i % 2) + 1}`;
    stack.defer(() => removeContainer(name));
    const url = `http://${address}`;
    return { service, name, url, metrics, options: [...options[service], ...ports] };
  });
  for (const service of ['auth', 'api'] as const) {
    const pair = instances.filter(instance => instance.service === service);
    await Promise.all(pair.map(instance => startInstance(instance, image)));
    say(`${service.padEnd(15)} ${pair.map(({ url }) => url).join(', ')}`);
  }
  say(`nginx           ${front.api} before the APIs, ${front.auth} before authentication`);
  const prometheus = await startPrometheus(
    stack,
    instances.map(({ metrics }) => metrics),
  );
  say(`Prometheus      http://${prometheus.address}`);
  return { primary, standby, instances, front, prometheus, files, owner };
}

/** Creates or changes the tables, and gives each service a role that may only serve. */
export async function migrate(owner: RunKtima): Promise<void> {
  for (const service of ['api', 'auth']) {
    await owner(['migrate', service, '--serving-role', `ktima_${service}`]);
  }
}

/** Stops a container in order and starts another of an image in its place, until that is ready. */
export async function replaceInstance(instance: Instance, image: string): Promise<void> {
  const code = await stopContainer(instance.name);
  assert.equal(code, 0, `${instance.name} ended with ${code}: ${await logOf(instance.name)}`);
  await removeContainer(instance.name);
  await startInstance(instance, image);
}

async function startInstance({ name, service, url, options }: Instance, image: string) {
  await runContainer(name, ...options, image, 'serve', service);
  try {
    await answers(`${url}/readyz`);
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${await logOf(name)}`);
  }
}

/** Starts a server with two empty databases and the roles of compose.yaml, and a standby. */
async function startPostgres() {
  const primary = await startCluster();
  const run = (sql: string) => execute(primary.url('postgres'), sql);
  for (const role of ['ktima_api', 'ktima_auth']) await run(`CREATE ROLE ${role} LOGIN`);
  for (const name of ['ktima', 'auth']) {
    await run(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
    await run(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  }
  return { primary, standby: await startStandby(primary) };
}

/** The options of podman for the owner's commands and for each service, as compose.yaml has them. */
function optionsOf(urlOf: (database: string, role: string) => string, front: Front, files: string) {
  const propertyData = (role: string) => ({
    KTIMA_DATABASE_URL: urlOf('ktima', role),
  });
  const users = (role: string) => ({
    KTIMA_AUTH_DATABASE_URL: urlOf('auth', role),
    KTIMA_KEY_SECRET: 'another-secret-of-a-trial-on-loopback',
  });
  const common = {
    KTIMA_HOST: '127.0.0.1',
    KTIMA_ACCESS_LOG: 'off',
    KTIMA_POSTGRES_TIMEOUT_MS: '2000',
    KTIMA_TRUST_PROXY: '127.0.0.1',
    KTIMA_PUBLIC_URL: front.api,
    KTIMA_PUBLIC_AUTH_URL: front.auth,
    KTIMA_CONSOLE_ORIGINS: front.api,
  };
  const tokens = {
    KTIMA_JWKS_URL: `${front.auth}/.well-known/jwks.json`,
    KTIMA_ENDED_SESSIONS_URL: `${front.auth}/auth/ended-sessions`,
  };
  const options = (env: Record<string, string>) => [
    ...confined,
    '--network=host',
    `--volume=${files}:/files`,
    ...Object.entries({ ...common, ...env }).map(([name, value]) => `--env=${name}=${value}`),
  ];
  return {
    owner: options({ ...propertyData('ktima'), ...users('ktima') }),
    api: options({ ...propertyData('ktima_api'), ...tokens }),
    auth: options(users('ktima_auth')),
  };
}

async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

function portOf(address: string): string {
  return address.split(':')[1]!;
}
