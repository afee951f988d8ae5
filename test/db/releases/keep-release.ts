// `npm run keep-release` writes what the tests of later versions upgrade: the databases of this
// version, with a little invented content, one compressed file for each engine.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { openStore } from '#storage/store/open-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { version } from '#tools/version.ts';
import { newHome, serveHere } from '../../commands/ktima.ts';
import * as rows from '../../service.ts';
import { squareAt } from '../../zones/generated.ts';
import {
  answersOf,
  hashScripts,
  type Kept,
  logIn,
  password,
  printedBy,
  run,
  settings,
} from './content.ts';
import { type Engine, engines } from './databases.ts';
import { keepInstallation } from './installed.ts';

type Environment = Record<string, string>;

/** A day that no test will see: what is kept does not expire. */
const farAway = Date.UTC(2126, 0, 1);

for (const engine of engines) await keep(engine);
// A cluster of PostgreSQL would keep this process.
process.exit();

async function keep(engine: Engine): Promise<void> {
  const home = newHome();
  const env = {
    ...home.env,
    ...settings,
    ...(await engine.newDatabases(home.folder)),
  };
  await fillStore(env, home.folder);
  const used = await useIt(env);
  await engine.run(env, 'auth', `UPDATE sessions SET expires_at_ms = ${farAway}`);
  await engine.run(env, 'runs', `UPDATE portfolio_runs SET expires_ms = ${farAway}`);
  // As large as all the rest.
  const unread = "('summary.html', 'summary.xlsx')";
  await engine.run(env, 'runs', `DELETE FROM portfolio_pieces WHERE file IN ${unread}`);
  const kept: Kept = { scripts: hashScripts(engine), ...used, printed: await printedBy(env) };
  const file = keepInstallation(version, engine, {
    kept,
    databases: engine.write(env),
  });
  home.remove();
  console.log(`${file} is written`);
}

/** Fills each layer. */
async function fillStore(env: Environment, folder: string): Promise<void> {
  const store = await openStore({ url: env.KTIMA_DATABASE_URL! });
  const { provenance } = rows;
  await replaceRows(store, 'costs', provenance, rows.rates);
  await replaceRows(store, 'places', provenance, rows.places);
  await replaceRows(store, 'parcels', provenance, rows.parcels);
  await replaceRows(store, 'addresses', provenance, [rows.house]);
  await replaceRows(store, 'settlements', provenance, [rows.settlement]);
  await replaceRows(store, 'boundaries', provenance, [rows.boundary]);
  await replaceRows(store, 'named_places', provenance, [rows.museum]);
  await replaceRows(store, 'map', provenance, [rows.road]);
  await replaceRows(store, 'comparables', provenance, [rows.comparable]);
  await store.close();
  const flood = {
    type: 'Feature',
    properties: { period: 'T100', name: 'Α' },
    geometry: { type: 'Polygon', coordinates: [squareAt(23.7, 37.9, 0.01)] },
  };
  const file = `${folder}/floods.geojson`;
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [flood] }));
  await run(env, `import zones ${file} --kind flood --fields return_period=period --label name`);
}

/** A user with a second factor and a client, who have used the services once. */
async function useIt(env: Environment): Promise<Omit<Kept, 'scripts' | 'printed'>> {
  await run(env, 'user add maria --email maria@example.com', `${password}\n`);
  const shown = await run(env, 'user otp maria');
  const [, secondFactor] = /^secret +(\w+)$/m.exec(shown)!;
  const [, recoveryCode] = /^ {2}(\w{4}(?:-\w{4}){3})$/m.exec(shown)!;
  await run(env, 'user quota maria --minute 600');
  const client = JSON.parse(await run(env, 'client add nightly --scopes places,report --json'));

  const services = await serveHere(env);
  const tokens = await logIn(services.auth, { secondFactor: secondFactor! });
  const portfolio = await runPortfolio(services.api, tokens.access_token);
  const answered = await answersOf(services.api, tokens.access_token, portfolio);
  await services.stop();
  return {
    secondFactor: secondFactor!,
    recoveryCode: recoveryCode!,
    refreshToken: tokens.refresh_token,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    portfolio,
    answered,
  };
}

/** Sends a file of two properties, and waits until it is enriched; returns its id. */
async function runPortfolio(api: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const body = 'id,postal_code,property_type,build_area\n1,10563,apartment,85\n2,10563,house,x\n';
  const url = `${api}/api/portfolios/`;
  const sent = await fetch(`${url}?name=book.csv`, { method: 'POST', headers, body });
  const { id } = (await sent.json()) as { id: string };
  for (;;) {
    const { state } = (await (await fetch(`${url}${id}/?wait=30`, { headers })).json()) as {
      state: string;
    };
    if (state === 'done') return id;
    assert.ok(state === 'queued' || state === 'running', state);
  }
}
