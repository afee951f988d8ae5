import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { PortfolioStatus } from '../../src/api/portfolios/portfolio-body.ts';
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
  const one = await tokenOf('one', 'portfolio,places,zones');
  const other = await tokenOf('other', 'portfolio');

  async function tokenOf(name: string, scopes: string): Promise<string> {
    const args = ['client', 'add', name, '--scopes', scopes, '--json'];
    const { client_id, client_secret } = JSON.parse((await ktimaHere(env, args)).stdout);
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });
    const answer = await fetch(`${services.auth}/auth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  const client = portfolioClient(() => services.api, one);

  return {
    home,
    env,
    folder: env.KTIMA_PORTFOLIO_FOLDER,
    url: () => services.api,
    auth: () => services.auth,
    one,
    other,
    ...client,
    stop: () => services.stop(),
    async startAgain() {
      services = await serveHere(env, '--demo');
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
    assert.equal(answer.headers.get('location'), `/api/portfolios/${status.id}`);
    return status;
  }

  async function stateOf(id: string, token = one): Promise<PortfolioStatus> {
    const answer = await ask(id, token);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return (await answer.json()) as PortfolioStatus;
  }

  async function until(id: string, isReached = hasEnded, token = one): Promise<PortfolioStatus> {
    for (;;) {
      const status = await stateOf(id, token);
      if (isReached(status)) return status;
      await setTimeout(50);
    }
  }

  return { ask, send, until };
}

/** Waits until a run has neither result nor summary: a failed one removes them after its last record. */
export async function untilNoResult(folder: string, id: string): Promise<void> {
  const isResult = (name: string) => /^(?:result|summary)/.test(name);
  while (readdirSync(`${folder}/${id}`).some(isResult)) await setTimeout(20);
}

function hasEnded({ state }: PortfolioStatus): boolean {
  return state === 'done' || state === 'failed';
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
