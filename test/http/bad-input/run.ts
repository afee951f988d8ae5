import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { signOnEnvironment } from '../../auth/identity-provider.ts';
import { ktima, newHome, startKtima } from '../../commands/ktima.ts';
import { exampleZone } from '../../zones/generated.ts';
import { breakagesOf } from './breakages.ts';
import { type Broken, served } from './broken.ts';
import { type Answer, openConnection } from './connection.ts';
import { type Described, operations } from './description.ts';
import { goodRequest } from './good-requests.ts';
import { judge } from './judge.ts';
import {
  type Asked,
  accessTokenHere,
  asCommand,
  bytesOf,
  clientIdHere,
  clientSecretHere,
  consoleOriginHere,
  cookieTokenHere,
  type Draft,
  refreshTokenHere,
} from './request.ts';
import { stray } from './strays.ts';

/** A running demo and a client of it. */
export async function openSubject() {
  const home = newHome();
  const ends: (() => void)[] = [];
  const signOn = await signOnEnvironment({ after: end => ends.push(end) });
  const env = { ...home.env, ...signOn, KTIMA_IDLE_SECONDS: '60' };
  const zones = join(home.folder, 'zones.geojson');
  writeFileSync(zones, exampleZone);
  await ktima(env, ['import', 'zones', zones, '--kind', 'wildfire', '--source', 'fires']);
  await ktima(env, ['import', 'buildings', 'examples/buildings.geojson']);
  const service = await startKtima(env, '--demo');
  const logins = new DatabaseSync(join(home.folder, 'auth.db'), { timeout: 60_000 });
  const connections = { api: openConnection(service.api), auth: openConnection(service.auth) };
  const addClient = ['client', 'add', 'nightly', '--scopes', 'places,report', '--json'];
  const client = JSON.parse((await ktima(env, addClient)).stdout) as AddedClient;
  let tokens = await logIn(service);
  // The indexes of the sample are built beside the service.
  while (!(await fetch(`${service.api}/readyz`)).ok) await sleep(100);

  async function send(asked: Asked): Promise<Answer> {
    const bytes = withTokens(bytesOf(asked), { ...tokens, ...client, origin: service.api });
    const isHead = asked.method === 'HEAD';
    const answer = await connections[asked.operation.host].send(bytes, { isHead });
    if (answer.status < 300) await keepTokens(asked, answer);
    // Every wrong login counts as a failure of this address: none may be turned away for it.
    else if (answer.status === 401)
      logins.exec("DELETE FROM failures WHERE bucket LIKE 'address %'");
    return answer;
  }

  /** A refresh spends a token, a logout ends its session. */
  async function keepTokens({ operation, method }: Asked, answer: Answer): Promise<void> {
    if (method !== 'POST' || operation.host !== 'auth') return;
    if (operation.path.endsWith('/logout')) tokens = await logIn(service);
    else if (operation.path.endsWith('/refresh')) tokens = { ...tokens, ...nextToken(answer) };
  }

  return {
    send,
    log: service.log,
    address: (draft: Draft) => service[draft.operation.host],
    async close() {
      connections.api.close();
      connections.auth.close();
      await service.stop();
      logins.close();
      for (const end of ends) end();
      home.remove();
    },
  };
}

export type Subject = Awaited<ReturnType<typeof openSubject>>;

interface AddedClient {
  readonly client_id: string;
  readonly client_secret: string;
}

interface Tokens {
  readonly access: string;
  /** The refresh token of a body, and that of a cookie. */
  readonly refresh: string;
  readonly cookie: string;
}

async function logIn({ api, auth }: { api: string; auth: string }): Promise<Tokens> {
  const body = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const answer = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  const { access_token, refresh_token } = (await answer.json()) as Record<string, string>;
  const headers = { origin: api };
  const started = await fetch(`${auth}/auth/session`, { method: 'POST', body, headers });
  return { access: access_token!, refresh: refresh_token!, cookie: cookieOf(started)! };
}

function cookieOf({ headers }: Answer | Response): string | undefined {
  return /=([\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1];
}

/** The next refresh token: in the body, or in the cookie. */
function nextToken(answer: Answer): Partial<Tokens> {
  const cookie = cookieOf(answer);
  return cookie ? { cookie } : { refresh: JSON.parse(answer.body.toString()).refresh_token };
}

/** A refresh token is as long as its placeholder, so that the length of the body stays right. */
function withTokens(
  bytes: Buffer,
  {
    access,
    refresh,
    cookie,
    origin,
    client_id,
    client_secret,
  }: Tokens & AddedClient & { readonly origin: string },
): Buffer {
  const filled = bytes
    .toString('latin1')
    .replaceAll(accessTokenHere, access)
    .replaceAll(refreshTokenHere, refresh)
    .replaceAll(cookieTokenHere, cookie)
    .replaceAll(clientIdHere, client_id)
    .replaceAll(clientSecretHere, client_secret)
    .replaceAll(consoleOriginHere, origin);
  return Buffer.from(filled, 'latin1');
}

/** A login costs twenty milliseconds of hashing: it is asked for less often. */
const weightOf = ({ host, method }: Described) => (host === 'auth' && method === 'POST' ? 2 : 4);

const good = fc.oneof(
  ...operations.map(one => ({ arbitrary: goodRequest(one), weight: weightOf(one) })),
);

const brokenOnce = (draft: Draft): fc.Arbitrary<Broken> => fc.oneof(...breakagesOf(draft));

/** Requests of every kind: good, broken in one way or in two, and for what there is not. */
const anyRequest: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 3, arbitrary: good.map(draft => ({ ...draft, faults: [], expected: served })) },
  {
    weight: 6,
    arbitrary: good
      .chain(brokenOnce)
      .map(({ draft, fault, expected }) => ({ ...draft, faults: [fault], expected })),
  },
  {
    weight: 2,
    arbitrary: good.chain(brokenOnce).chain(first =>
      brokenOnce(first.draft).map(second => ({
        ...second.draft,
        faults: [first.fault, second.fault],
        expected: undefined,
      })),
    ),
  },
  { weight: 1, arbitrary: stray },
);

/** Sends a number of requests and compares each answer with the description. */
export async function tryRequests(
  subject: Subject,
  { count, seed }: { readonly count: number; readonly seed: number },
  onAnswer: (asked: Asked, answer: Answer) => void,
): Promise<void> {
  const property = fc.asyncProperty(anyRequest, async asked => {
    try {
      const answer = await subject.send(asked);
      judge(asked, answer);
      onAnswer(asked, answer);
    } catch (error) {
      const faults = asked.faults.join(' and ') || 'nothing wrong with it';
      const command = asCommand(asked, subject.address(asked));
      throw new Error(
        `${asked.operation.name} (${faults}): ${(error as Error).message}\n${command}`,
      );
    }
  });
  const checked = await fc.check(property, { numRuns: count, seed });
  const { failed, counterexamplePath, errorInstance } = checked;
  // The counterexample itself would fill a screen with the description of its operation.
  if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}: ${errorInstance}`);
}
