import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

const papers = globSync('{*.md,docs/**/*.md,bench/*.md,client/*.md,examples/*.md}').filter(
  paper => !paper.startsWith('node_modules'),
);

test('every test, script and bench that a paper names is there', () => {
  assert.ok(papers.length > 20);
  for (const paper of papers) {
    const text = readFileSync(paper, 'utf8');
    for (const [, path] of text.matchAll(/`((?:test|bench|scripts|src|deploy)\/[\w./-]+)`/g)) {
      const isThere = [path!, join(dirname(paper), path!)].some(file => existsSync(file));
      assert.ok(isThere, `${paper} names ${path}`);
    }
  }
});

test('every link from one paper to another leads somewhere', () => {
  for (const paper of papers) {
    const text = readFileSync(paper, 'utf8');
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      assert.ok(existsSync(join(dirname(paper), target!)), `${paper} links to ${target}`);
    }
  }
});
