import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { settingList } from '#app/settings/config.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { removedSettings } from '#app/settings/removed-settings.ts';
import type { Setting } from '#app/settings/setting-kinds.ts';
import { authDatabase } from '#features/auth/auth-upkeep.ts';
import { tables as runTables } from '#features/runs/run-schema.ts';
import { tables as usageTables } from '#http/usage/usage-schema.ts';
import { storeDatabase } from '#storage/store/store-upkeep.ts';
import { KtimaError } from '#tools/errors.ts';
import { ktimaHere, newHome } from './commands/ktima.ts';
import { ownCopy } from './own-copy.ts';

const pages = globSync('{*.md,{docs,bench,client,clients,data,examples,test}/**/*.md}').filter(
  page => !page.includes('node_modules'),
);
const textOf = new Map(pages.map(page => [page, readFileSync(page, 'utf8')]));
const sourceFiles = globSync('{src,test,bench,scripts,client/src,console}/**/*.{ts,tsx}').filter(
  file => !file.includes('node_modules'),
);
/** Where a decision may be cited. */
const textFiles = globSync(
  '{*.md,{.ci,bench,bin,client,clients,console,data,deploy,docs,examples,scripts,src,test}/**/*.{md,ts,tsx,js,mjs,css,html,sh,py,tsv,yaml,yml,conf,service}}',
).filter(file => !/node_modules|console\/dist/.test(file));
const otherFiles = globSync('{deploy/**/*.yaml,clients/python/**/*.py,docs/openapi/*.json}');
const decisionIndex = 'docs/decisions/README.md';
const decisions = new Set(globSync('docs/decisions/0*.md').map(file => file.match(/\d{4}/)![0]));

test('every path in a document exists', () => {
  assert.ok(pages.length > 20);
  for (const [page, text] of textOf) {
    for (const [, path] of text.matchAll(/`((?:test|bench|scripts|src|deploy)\/[\w./-]+)`/g)) {
      const isThere = [path!, join(dirname(page), path!)].some(file => existsSync(file));
      assert.ok(isThere, `${page}: ${path} does not exist`);
    }
  }
});

test('every TypeScript file in a document exists, also when its path is shortened', () => {
  for (const [page, text] of textOf) {
    for (const [, name] of text.matchAll(/`(\w[\w./-]*\.tsx?)`/g)) {
      const isThere = sourceFiles.some(file => `/${file}`.endsWith(`/${name}`));
      assert.ok(isThere || existsSync(name!), `${page}: ${name} does not exist`);
    }
  }
});

test('every function, type and field in a document exists in the code', () => {
  const code = sourceFiles.filter(file => file !== 'test/docs.test.ts');
  const words = new Set([...code, ...otherFiles].flatMap(wordsOf));
  for (const [page, text] of textOf) {
    for (const [, name, call] of text.matchAll(/`(?:[\w.]+\.)?(\w+)(\(\))?`/g)) {
      if (!call && !camelCase.test(name!)) continue;
      const isKnown = words.has(name!) || namesOfOthers.includes(name!);
      assert.ok(isKnown, `${page}: ${name} does not exist in the code`);
    }
  }
});

test('every link from one document to another leads to a file, and to a heading in it', () => {
  for (const [page, text] of textOf) {
    for (const [, path, anchor] of text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
      if (/^[a-z]+:/.test(path!)) continue;
      const target = path === '' ? page : join(dirname(page), path!);
      assert.ok(existsSync(target), `${page}: the link to ${path} is broken`);
      if (anchor !== undefined)
        assert.ok(anchorsOf(target).includes(anchor), `${page}: #${anchor}`);
    }
  }
});

test('every decision that is cited by its number or its file exists', () => {
  const cited = /\bdecisions? (\d{4}(?:(?:, | and )\d{4})*)|\b(\d{4})-[a-z-]+\.md\b/gi;
  for (const file of textFiles) {
    const text = readFileSync(file, 'utf8');
    const all = [...text.matchAll(cited)].flatMap(([match]) => match.match(/\d{4}/g)!);
    // Inside the records a number stands by itself.
    if (file.startsWith('docs/decisions/')) all.push(...(text.match(/(?<![\d.,])0\d{3}\b/g) ?? []));
    for (const number of all)
      assert.ok(decisions.has(number), `${file}: there is no decision ${number}`);
  }
});

test('the index of decisions lists each record with its title, and a record is a page', () => {
  const rows = [...textOf.get(decisionIndex)!.matchAll(/^\| \[(\d{4})\]\((.*)\) \| (.*) \|$/gm)];
  assert.deepEqual(
    rows.map(([, number]) => number),
    [...decisions].toSorted(),
  );
  for (const [, number, file, title] of rows) {
    const text = textOf.get(join(dirname(decisionIndex), file!))!;
    assert.ok(text.startsWith(`# ${number}. ${title}\n`), `${file}: another title in the index`);
    assert.ok(text.split(/\s+/).length < 700, `${file} is longer than a page`);
  }
});

/** The rows of the table "Where is what": the capability and its cells. */
const whereIsWhat = /^## Where is what\n(.*?)^## /ms
  .exec(textOf.get('docs/architecture.md')!)![1]!
  .split('\n')
  .filter(line => line.startsWith('| '))
  .slice(1)
  .map(line => line.split('|').map(cell => cell.trim()));

test('the table "Where is what" names folders, files and tables that exist', () => {
  assert.ok(whereIsWhat.length > 14);
  const schemas = globSync('src/**/*-schema.ts').map(file => readFileSync(file, 'utf8'));
  const tables = new Set(schemas.join().match(/(?<=CREATE TABLE )\w+/g));
  const namesOf = (cell: string) => [...cell.matchAll(/`([^`]*)`/g)].map(([, name]) => name!);
  for (const [, capability, operation, rules, own, importer, console, document] of whereIsWhat) {
    assert.ok(operation || rules, capability);
    for (const path of namesOf(`${operation} ${rules} ${importer}`))
      assert.ok(existsSync(join('src', path)), `${capability}: there is no src/${path}`);
    for (const path of namesOf(console!))
      assert.ok(existsSync(join('console/src', path)), `${capability}: no console/src/${path}`);
    for (const name of namesOf(own!))
      assert.ok(tables.has(name), `${capability}: no table ${name}`);
    assert.match(document!, /^\[.*\]\(.*\)$/, capability);
  }
});

test('every setting in a document exists', () => {
  for (const [page, text] of textOf) {
    for (const [, setting] of text.matchAll(/(KTIMA_[A-Z_]+[A-Z])\b/g)) {
      if (examplesOwn.includes(setting!) || removedSettings.has(setting!)) continue;
      assert.ok(isSetting(setting!), `${page}: there is no setting ${setting}`);
    }
  }
});

test('every npm script in a document exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [page, text] of textOf) {
    for (const [, script] of text.matchAll(/npm run (?:-s )?([\w:-]+)/g))
      assert.ok(script! in scripts, `${page}: there is no script ${script}`);
  }
});

const state = /^### State: what is where\n(.*?)^### /ms.exec(
  textOf.get('docs/operations.md')!,
)![1]!;

test('the page of the state names every secret, and every file and folder of the settings', () => {
  const kept = Object.values<Setting<unknown>>(settingList).filter(
    ({ isSecret, meaning }) => isSecret || /^(File|Folder|Database) /.test(meaning),
  );
  assert.ok(kept.length >= 6);
  for (const { env } of kept) assert.ok(state.includes(`\`${env}\``), env);
});

test('the page of the state names every table', () => {
  const schemas = [storeDatabase, authDatabase].map(({ postgres }) => postgres.schema);
  const scripts = schemas.map(schema => JSON.stringify(schema)).join();
  const made = [...scripts.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(
    ([, name]) => name!,
  );
  assert.ok(made.length > 20);
  for (const name of new Set([...made, ...usageTables, ...runTables]))
    assert.ok(state.includes(`\`${name}\``), name);
});

test('the page of the state names every file that commands leave', async t => {
  const { env: own, folder } = newHome(t);
  const env = { ...own, KTIMA_BACKUP_RECORDS: folder };
  const run = async (args: string[], input?: string) =>
    assert.equal((await ktimaHere(env, args, input)).code, 0, args.join(' '));
  await run(['user', 'add', 'maria'], 'correct horse battery\n');
  await run(['import', 'costs', ownCopy('data/costs.csv')]);
  await run(['import', 'places', ownCopy('data/places.csv')]);
  await run(['user', 'quota', 'maria', '--day', '9']);
  for (const service of ['auth', 'api', 'usage'])
    await run(['backup', service, join(folder, `${service}.backup`)]);
  const found = readdirSync(folder).filter(name => !/\.backup(\.sha256)?$/.test(name));
  assert.ok(found.length > 7, found.join());
  for (const name of found.map(name => name.replace(/-(wal|shm)$/, ''))) {
    const written = name.replace(/-[\da-f]{12}-[\da-f]{20}$/, '-…');
    assert.ok(state.includes(`\`${written}\``), name);
  }
});

/** At least two parts, as in `openStore` or `KtimaError`: single words may be of any language. */
const camelCase = /^[A-Za-z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+$/;

/** Names that belong to other programs and are in none of our files. */
const namesOfOthers = ['STArea', 'numberMatched', 'clusterMetrics'];

const wordsOf = (file: string) => readFileSync(file, 'utf8').match(/\w+/g) ?? [];

/** Variables of the programs in examples/, which are no settings of the service. */
const examplesOwn = ['KTIMA_USER', 'KTIMA_PASSWORD', 'KTIMA_CLIENT_ID', 'KTIMA_CLIENT_SECRET'];

/** Whether a service accepts a variable of this name, whatever it thinks of the value. */
function isSetting(name: string): boolean {
  try {
    readSettings({ [name]: 'x' });
    return true;
  } catch (error) {
    return error instanceof KtimaError && !error.message.includes('no such setting');
  }
}

/** The headings of a document, written as in a link. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
