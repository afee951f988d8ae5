import { ktima, newHome, startKtima } from '../../test/commands/ktima.ts';
import {
  freePort,
  type Cluster as PostgresCluster,
  startCluster,
  templateDatabase,
} from '../../test/postgres/cluster.ts';
import { execute } from '../../test/postgres/database.ts';
import { startStandby } from '../../test/postgres/standby.ts';
import { type Front, startNginx } from './nginx.ts';

type Environment = Record<string, string>;

/** The running cluster and its addresses. */
export interface Cluster {
  readonly primary: PostgresCluster;
  readonly standby: PostgresCluster;
  /** The addresses of the instances, not through nginx. */
  readonly apis: readonly string[];
  readonly auths: readonly string[];
  readonly front: Front;
  /** The environment of the instances, for commands. */
  readonly env: Environment;
}

/** The user for logins. */
export const user = { username: 'maria', password: 'correct horse battery' };

/** Starts two instances of each service and loads data. The stack stops them. */
export async function startEverything(
  stack: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<Cluster> {
  const { primary, standby } = await startPostgres();
  say(`PostgreSQL      127.0.0.1:${primary.port}, followed by 127.0.0.1:${standby.port}`);
  const home = newHome();
  stack.defer(home.remove);
  const env = { ...home.env, ...databases([primary, standby]), ...quiet };
  await fill(env);
  say('imported        sample places, parcels and costs; a user was added');

  const ports = {
    api: [await freePort(), await freePort()],
    auth: [await freePort(), await freePort()],
  };
  const addresses = (service: 'api' | 'auth') => ports[service].map(port => `127.0.0.1:${port}`);
  const front = await startNginx({ api: addresses('api'), auth: addresses('auth') });
  stack.defer(front.stop);
  const start = (service: 'api' | 'auth') =>
    Promise.all(
      ports[service].map(async port => {
        const own = { [`KTIMA_${service.toUpperCase()}_PORT`]: String(port) };
        const instance = await startKtima({ ...env, ...tokensFrom(front), ...own }, service);
        stack.defer(async () => {
          await instance.stop();
          if (process.exitCode) process.stderr.write(instance.log());
        });
        return instance[service];
      }),
    );
  const auths = await start('auth');
  say(`authentication  ${auths.join(', ')}`);
  const apis = await start('api');
  // The geocoder is built after the start and uses a whole processor: wait until it responds.
  await Promise.all(apis.map(api => fetch(`${api}/api/geocoding/address-search/?address=Ermou`)));
  say(`main API        ${apis.join(', ')}`);
  say(`nginx           ${front.api} before the APIs, ${front.auth} before authentication`);
  return { primary, standby, apis, auths, front, env };
}

/** Starts a server with two empty databases, and a standby; both stop with this process. */
async function startPostgres() {
  const primary = await startCluster();
  for (const name of ['ktima', 'auth']) {
    await execute(primary.url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  }
  return { primary, standby: await startStandby(primary) };
}

function databases(servers: readonly PostgresCluster[]): Environment {
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    KTIMA_DATABASE_URL: `postgres://ktima@${hosts}/ktima`,
    KTIMA_AUTH_DATABASE_URL: `postgres://ktima@${hosts}/auth`,
    KTIMA_POSTGRES_TIMEOUT_MS: '2000',
  };
}

const quiet = { KTIMA_LOG_LEVEL: 'info', KTIMA_ACCESS_LOG: 'off', KTIMA_TRUST_PROXY: '127.0.0.1' };

/** Keys and ended sessions are fetched through nginx, from any instance. */
function tokensFrom({ auth }: Front): Environment {
  return {
    KTIMA_JWKS_URL: `${auth}/.well-known/jwks.json`,
    KTIMA_ENDED_SESSIONS_URL: `${auth}/auth/ended-sessions`,
  };
}

async function fill(env: Environment): Promise<void> {
  const files = {
    places: ['data/places.csv'],
    parcels: ['data/parcels.geojson'],
    costs: ['data/costs.csv', 'data/depreciation.csv'],
  };
  for (const [layer, names] of Object.entries(files)) {
    await runKtima(env, ['import', layer, ...names, '--source', 'demo']);
  }
  await runKtima(env, ['user', 'add', user.username], `${user.password}\n`);
}

/** Runs a command of `bin/ktima` that must succeed. */
export async function runKtima(env: Environment, args: readonly string[], input = '') {
  const { code, stderr, stdout } = await ktima(env, args, input);
  if (code !== 0) throw new Error(`ktima ${args.join(' ')}: ${stderr || stdout}`);
}
