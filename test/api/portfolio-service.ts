import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { runsDatabase } from '#app/services/databases.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import { openRunEngine } from '#features/runs/run-engine.ts';
import { ktimaHere, newHome, serveHere } from '../commands/ktima.ts';

export type Body = string | Uint8Array<ArrayBuffer>;

/** Services with the demo's data and small limits, and two programs that may send portfolios. */
export async function openPortfolioService(
  databaseUrl?: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const home = newHome();
  const env = {
    ...home.env,
    ...(databaseUrl && { KTIMA_DATABASE_URL: databaseUrl }),
    KTIMA_PORTFOLIO_MB: '1',
    KTIMA_PORTFOLIO_ROWS: '3000',
    ...settings,
  };
  let services = await serveHere(env, '--demo');
  // They see nothing of each other.
  const clients = new Map<string, Record<'client_id' | 'client_secret', string>>();
  const one = await addClient('one', 'portfolio,places,zones');
  const other = await addClient('other', 'portfolio');

  async function addClient(name: string, scopes: string): Promise<string> {
    const args = ['client', 'add', name, '--scopes', scopes, '--json'];
    clients.set(name, JSON.parse((await ktimaHere(env, args)).stdout));
    return tokenOf(name, scopes.replaceAll(',', ' '));
  }

  /** A new token of a client, with some of its scopes. */
  async function tokenOf(name: string, scope: string): Promise<string> {
    const { client_id, client_secret } = clients.get(name)!;
    const grant = { grant_type: 'client_credentials', client_id, client_secret, scope };
    const body = new URLSearchParams(grant);
    const answer = await fetch(`${services.auth}/auth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /** Runs a statement in the database of portfolios. */
  async function change<Row>(sql: string): Promise<Row[]> {
    const engine = await openRunEngine({ url: runsDatabase(readSettings(env)).url });
    return engine.run<Row>(sql).finally(engine.close);
  }

  /** The portfolios in the database, with those whose file still arrives. */
  const stored = () =>
    change<{ id: string; state: string; bytes: number }>(
      'SELECT id, state, bytes FROM portfolio_runs',
    );

  const client = portfolioClient(() => services.api, one);

  return {
    home,
    env,
    url: () => services.api,
    auth: () => services.auth,
    metrics: () => services.metrics,
    one,
    other,
    tokenOf,
    change,
    stored,
    ...client,
    stop: () => services.stop(),
    async startAgain(more: Readonly<Record<string, string>> = {}, only: 'auth'[] = []) {
      services = await serveHere({ ...env, ...more }, '--demo', ...only);
    },
    close: () => services.stop().then(home.remove),
  };
}

/** What a program asks a service; `one` is its token. */
export function portfolioClient(url: () => string, one: string) {
  function ask(path: string, token = one, method = 'GET', body?: Body, type = 'text/csv') {
    const sent = body !== undefined && { 'content-type': type };
    return fetch(`${url()}/api/portfolios/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...sent },
      ...(body !== undefined && { body }),
    });
  }

  async function send(body: Body, query = '', token = one): Promise<PortfolioStatus> {
    const answer = await ask(`?${query}`, token, 'POST', body);
    const text = await answer.text();
    assert.equal(answer.status, 202, text);
    const status: PortfolioStatus = JSON.parse(text);
    assert.equal(answer.headers.get('location'), `/api/portfolios/${status.id}/`);
    return status;
  }

  async function stateOf(path: string, token = one): Promise<PortfolioStatus> {
    const answer = await ask(path, token);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return (await answer.json()) as PortfolioStatus;
  }

  async function until(id: string, isReached = hasEnded, token = one): Promise<PortfolioStatus> {
    for (;;) {
      // The service waits for the end itself, which costs less than to ask again and again.
      const status = await stateOf(isReached === hasEnded ? `${id}?wait=30` : id, token);
      if (isReached(status)) return status;
      await setTimeout(50);
    }
  }

  return { ask, send, until };
}

function hasEnded({ state }: PortfolioStatus): boolean {
  return state !== 'queued' && state !== 'running';
}

export const header = 'Κωδικός;Διεύθυνση;Τ.Κ.;Είδος ακινήτου;Εμβαδόν;Έτος κατασκευής\n';

/** Rows below `header`. */
export function rows(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `${i};Ερμού ${i + 1};10563;διαμέρισμα;85,5;1998\n`,
  ).join('');
}

export const book = header + rows(20);
