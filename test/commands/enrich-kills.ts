import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { ktimaHere, newHome } from './ktima.ts';

interface Kills {
  readonly rows: number;
  readonly kills: number;
  /** The extension of the output; that of GeoJSON is checked for its rows. */
  readonly ending?: 'geojson.gz' | 'xlsx';
}

/**
 * Kills a run with -9: once with a part but no checkpoint, later with a new checkpoint. Fails unless
 * the output of the resumed run is that of a run in one go.
 */
export async function killEnrich(
  t: TestContext,
  { rows, kills, ending = 'geojson.gz' }: Kills,
): Promise<void> {
  const home = newHome(t);
  const store = openSqliteStore(`${home.folder}/ktima.db`);
  await fillWithSample(store);
  await store.close();
  const file = (name: string) => `${home.folder}/${name}`;
  const row = (i: number) => `${i},Ερμού ${1 + (i % 40)},10563,διαμέρισμα,${50 + (i % 90)},1998`;
  const header = 'id,address,postal_code,type,area,year_built';
  const book = [header, ...Array.from({ length: rows }, (_, i) => row(i)), `${rows},"open`];
  writeFileSync(file('kill.csv'), `${book.join('\n')}\n`);
  const args = (output: string) => [
    ...['enrich', file('kill.csv'), '-o', file(output)],
    ...['--threads', '1', '--resume', '--summary', file(`${output}.json`)],
  ];

  assert.equal((await ktimaHere(home.env, args(`whole.${ending}`))).code, 0);
  const whole = readFileSync(file(`whole.${ending}`));
  const output = file(`killed.${ending}`);
  let killed = 0;
  while (!(await isDone(home.env, args(`killed.${ending}`), output, killed < kills))) killed++;
  assert.ok(killed > 0, 'no run was killed');
  assert.ok(readFileSync(output).equals(whole), 'the outputs differ');
  // Also if the run was killed between giving the file its name and writing the summary.
  const summaries = ['whole', 'killed'].map(name =>
    JSON.parse(readFileSync(file(`${name}.${ending}.json`), 'utf8')),
  );
  for (const part of ['total', 'by_zone', 'circles', 'map', 'rows_to_look_at', 'levels']) {
    assert.deepEqual(summaries[1][part], summaries[0][part], part);
  }
  if (ending === 'geojson.gz') {
    assert.equal(JSON.parse(gunzipSync(whole).toString()).features.length, rows + 1);
  }
  assert.deepEqual(
    readdirSync(home.folder).filter(name => /part|resume|amounts/.test(name)),
    [],
  );
}

/** Continues a run, and perhaps kills it when it has written something new; whether it is done. */
async function isDone(
  env: Record<string, string>,
  args: readonly string[],
  output: string,
  mayKill: boolean,
): Promise<boolean> {
  const written = () =>
    [`${output}.part`, `${output}.resume`].map(
      path => statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs,
    );
  const [part, checkpoint] = written();
  const child = spawn('bin/ktima', args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  // The first run is killed with a part but no checkpoint, the later ones with a new checkpoint.
  const isDue = () => written()[part ? 1 : 0] !== (part ? checkpoint : undefined);
  while (child.exitCode === null && !(mayKill && isDue())) await sleep(5);
  if (child.exitCode !== null) assert.equal(child.exitCode, 0);
  child.kill('SIGKILL');
  await ended;
  // Also when it was killed between giving the file its name and its own end.
  return existsSync(output) && !existsSync(`${output}.resume`);
}
