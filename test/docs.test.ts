import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { readSettings } from '../src/app/settings/read-settings.ts';
import { KtimaError } from '../src/tools/errors.ts';

const pages = globSync('{*.md,{docs,bench,client,clients,data,examples}/**/*.md}').filter(
  page => !page.includes('node_modules'),
);
const textOf = new Map(pages.map(page => [page, readFileSync(page, 'utf8')]));
const sourceFiles = globSync('{src,test,bench,scripts,client/src,console}/**/*.{ts,tsx}').filter(
  file => !file.includes('node_modules'),
);
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

test('every decision that is cited by its number exists', () => {
  for (const file of [...pages, ...sourceFiles].filter(file => file !== decisionIndex)) {
    for (const [, cited] of readFileSync(file, 'utf8').matchAll(
      /\bdecisions? ((?:\d{4}(?:, | and )?)+)/g,
    ))
      for (const [number] of cited!.matchAll(/\d{4}/g))
        assert.ok(decisions.has(number), `${file}: there is no decision ${number}`);
  }
});

test('the index of decisions lists each number, and as in force those with a file', () => {
  const rows = [...textOf.get(decisionIndex)!.matchAll(/^\| \[?(\d{4}).*\| (.*) \|$/gm)];
  const stateOf = new Map(rows.map(([, number, state]) => [number!, state!]));
  const last = Number([...stateOf.keys()].at(-1));
  for (let number = 1; number <= last; number++)
    assert.ok(stateOf.has(`${number}`.padStart(4, '0')), `the index does not list ${number}`);
  for (const number of decisions) assert.equal(stateOf.get(number), 'in force', number);
  for (const [number, state] of stateOf) {
    const [, replacement] = state.match(/^replaced by (\d{4})$/) ?? [];
    if (replacement) assert.ok(decisions.has(replacement), `${number} is ${state}`);
    assert.ok(state === 'in force' || !decisions.has(number), `${number} is ${state}`);
  }
});

test('every setting in a document exists', () => {
  for (const [page, text] of textOf) {
    for (const [, setting] of text.matchAll(/(KTIMA_[A-Z_]+[A-Z])\b/g)) {
      if (examplesOwn.includes(setting!)) continue;
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
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
