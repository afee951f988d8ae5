import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const folder = 'console/dist/assets';
const names = readdirSync(folder).filter(name => /\.(m?js|css)$/.test(name));
const page = readFileSync('console/dist/index.html', 'utf8');

/** By gzip, the larger of the two codings that are served. */
const bytesOf = (files: readonly string[]) =>
  files.reduce((sum, name) => sum + gzipSync(readFileSync(`${folder}/${name}`)).length, 0);

test('the first load is at most 60 kB compressed without the map, and 800 kB with everything', () => {
  // The texts of one language; the Greek ones are larger.
  const greek = names.filter(name => name.startsWith('el-'));
  assert.equal(greek.length, 1);
  const texts = readFileSync(`${folder}/${greek[0]}`, 'utf8');
  const first = names.filter(name => page.includes(name) || texts.includes(`"./${name}"`));
  first.push(...greek);
  assert.ok(bytesOf(first) <= 60_000, `${bytesOf(first)} bytes`);
  assert.ok(bytesOf(names) <= 800_000, `${bytesOf(names)} bytes`);
});

test('the page starts with one script and one style sheet', () => {
  const first = names.filter(name => page.includes(name));
  assert.equal(first.length, 2, first.join(', '));
});

test('the typeface is loaded after the first paint, from files of its own of at most 90 kB', () => {
  const files = readdirSync(folder).filter(name => name.endsWith('.woff2'));
  assert.equal(files.length, 4, 'Latin and Greek, regular and semibold');
  const bytes = files.reduce((sum, name) => sum + statSync(`${folder}/${name}`).size, 0);
  assert.ok(bytes <= 90_000, `${bytes} bytes`);
  assert.ok(!page.includes('woff2'), 'the page waits for none');
  const styles = names.filter(name => name.endsWith('.css'));
  const faces = styles
    .map(name => readFileSync(`${folder}/${name}`, 'utf8'))
    .flatMap(css => css.match(/@font-face\s*\{[^}]*\}/g) ?? []);
  assert.equal(faces.length, 4);
  for (const face of faces) assert.match(face, /font-display:\s*swap/);
  assert.match(readFileSync('console/dist/third-party.txt', 'utf8'), /SIL Open Font License/i);
});

test('the page has no inline code and loads nothing from other origins', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
  for (const name of names.filter(file => file.endsWith('.css'))) {
    assert.doesNotMatch(readFileSync(`${folder}/${name}`, 'utf8'), /url\(["']?(?:https?:)?\/\//);
  }
});
