import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import fc from 'fast-check';
import type { OpenApi, Operation, Response } from '../../../src/http/reference/openapi.ts';
import { referencePage, referenceStyle } from '../../../src/http/reference/page.ts';

function committed(host: string): OpenApi {
  return JSON.parse(
    readFileSync(new URL(`../../../docs/openapi/${host}.json`, import.meta.url), 'utf8'),
  );
}

const documents = [committed('api'), committed('auth')];

/** The page of a document and, by id, what it says about each operation. */
function read(api: OpenApi): { page: string; articles: Map<string, string> } {
  const page = referencePage(api).replaceAll('<wbr>', '');
  const articles = page.matchAll(/<article id="operation-([^"]*)".*?<\/article>/gs);
  return { page, articles: new Map([...articles].map(found => [found[1]!, found[0]])) };
}

function operationsOf(api: OpenApi): { path: string; method: string; operation: Operation }[] {
  return Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
}

function document(operation: Partial<Operation>, path = '/things/', method = 'get'): OpenApi {
  const responses = { 200: { description: 'Done.' } };
  return {
    info: { title: 'Things', version: '1.0.0' },
    paths: { [path]: { [method]: { operationId: 'it', responses, ...operation } } },
  };
}

const article = (operation: Partial<Operation>) => read(document(operation)).articles.get('it')!;

test('every operation is listed and described, with its method, path and name', () => {
  for (const api of documents) {
    const { page, articles } = read(api);
    assert.equal(articles.size, operationsOf(api).length);
    for (const { path, method, operation } of operationsOf(api)) {
      const badge = `<span class="method ${method}">${method.toUpperCase()}</span>`;
      const link = `<li><a href="#operation-${operation.operationId}">${badge} <span>${operation.summary}</span>`;
      assert.ok(page.includes(link), `navigation: ${method} ${path}`);
      const text = articles.get(operation.operationId!)!;
      assert.ok(text.includes(`${badge} <code>${path}</code>`), `${method} ${path}`);
      assert.ok(text.includes(`>${operation.summary}</a></h3>`), operation.summary);
    }
  }
});

test('every parameter, body field and status of an operation is in its description', () => {
  for (const api of documents) {
    const { articles } = read(api);
    for (const { operation } of operationsOf(api)) {
      const text = articles.get(operation.operationId!)!;
      const media = Object.values(operation.requestBody?.content ?? {});
      const names = [
        ...(operation.parameters ?? []).map(parameter => parameter.name),
        ...media.flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
      ];
      for (const name of names) assert.ok(text.includes(`<code>${name}</code>`), name);
      for (const status of Object.keys(operation.responses)) {
        assert.match(text, new RegExp(`<span class="status (good|bad)">${status}</span>`));
      }
    }
  }
});

test('an operation says whether it needs a token, and its command line sends one then', () => {
  const { articles } = read(documents[0]!);
  for (const [id, text] of articles) {
    const needsToken = ['pointsOfInterest', 'propertyReport'].includes(id);
    assert.equal(text.includes('>Token needed<'), needsToken, id);
    assert.equal(text.includes('>No token needed<'), !needsToken, id);
    assert.equal(text.includes('Bearer $TOKEN'), needsToken, id);
  }
});

test('a security alternative without a scheme asks for no token', () => {
  assert.match(article({ security: [{ bearer: [] }, {}] }), />No token needed</);
  assert.match(article({ security: [{ bearer: [] }] }), />Token needed</);
});

test('rules are told in words', () => {
  const cases: [object, string][] = [
    [{ type: 'number', exclusiveMinimum: 0 }, '&gt; 0'],
    [{ type: 'number', minimum: -90, maximum: 90 }, '-90 to 90'],
    [{ type: 'integer', minimum: 1 }, '≥ 1'],
    [{ type: 'number', minimum: 0, exclusiveMaximum: 1 }, '≥ 0 and &lt; 1'],
    [{ type: 'string', minLength: 3, maxLength: 256 }, '3 to 256 characters'],
    [{ type: 'string', maxLength: 64 }, 'at most 64 characters'],
    [{ enum: ['a', 'b'] }, 'one of <code>a</code>, <code>b</code>'],
    [{ const: 'ok' }, 'always <code>ok</code>'],
    [{ type: 'string', pattern: '^x$' }, 'matches <code>^x$</code>'],
    [{ type: 'string', pattern: '^x$', 'x-expected': 'an x' }, 'an x'],
    [
      { type: 'array', minItems: 1, items: { type: 'number', minimum: 2 } },
      'at least 1 items; each ≥ 2',
    ],
    [
      { type: 'integer', enum: [1, 2], default: 1 },
      'one of <code>1</code>, <code>2</code>; default <code>1</code>',
    ],
  ];
  for (const [schema, words] of cases) {
    const text = article({ parameters: [{ name: 'q', in: 'query', schema }] });
    assert.ok(text.includes(`<p class="note">Rule: ${words}</p>`), `${words}\n${text}`);
  }
});

test('types are told in words, also of unions, arrays and maps', () => {
  const cases: [object, string][] = [
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, 'object or null'],
    [{ type: 'array', items: { type: 'number' } }, 'array of number'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'object of string values'],
    [{ type: 'string', format: 'date' }, 'string (date)'],
    [{ enum: [1, 'a'] }, 'number or string'],
    [{}, 'any'],
  ];
  for (const [schema, words] of cases) {
    const text = article({ parameters: [{ name: 'q', in: 'query', schema }] });
    assert.ok(text.includes(`class="type">${words}</td>`), `${words}\n${text}`);
  }
});

test('fields inside arrays and unions are listed, with what they lie in', () => {
  const point = { type: 'object', properties: { latitude: { type: 'number' } } };
  const schema = {
    type: 'array',
    items: { properties: { at: { anyOf: [point, { type: 'null' }] }, all: { items: point } } },
  };
  const text = article({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const found = [...text.matchAll(/class="depth-(\d)">\s*<th[^>]*><code>(.*?)<\/code>/g)];
  assert.deepEqual(
    found.map(([, depth, name]) => [depth, name!.replace(/<.*?>/g, '')]),
    [
      ['0', 'at'],
      ['1', 'at.latitude'],
      ['0', 'all'],
      ['1', 'all[].latitude'],
    ],
  );
});

test('a titled body that several answers share is described once, and linked from each', () => {
  const schema = { title: 'Error', type: 'object', properties: { error: { type: 'integer' } } };
  const failure = (description: string): Response => ({
    description,
    content: { 'application/json': { schema: { ...schema, description } } },
  });
  const shared = read(document({ responses: { 400: failure('Bad.'), 404: failure('None.') } }));
  assert.equal(shared.page.match(/<code>error<\/code>/g)?.length, 1);
  assert.equal(shared.articles.get('it')!.match(/href="#body-Error-1"/g)?.length, 2);
  const alone = read(document({ responses: { 400: failure('Bad.') } }));
  assert.match(alone.articles.get('it')!, /<code>error<\/code>/);
});

test('hostile text is escaped wherever it stands', () => {
  const known = tagsOf(referencePage(thoroughDocument('harmless')));
  const mean = fc.constantFrom(
    '<script>',
    '</code>',
    '"',
    "'",
    '>',
    '&lt;',
    '`',
    ' onclick="',
    '<!--',
  );
  const isHarmless = (text: string) =>
    assert.deepEqual(tagsOf(referencePage(thoroughDocument(text))), known, text);
  // Names that every object of JavaScript has.
  for (const name of ['toString', 'constructor', '__proto__', 'valueOf']) isHarmless(name);
  fc.assert(
    fc.property(fc.array(fc.oneof(mean, fc.string()), { minLength: 1 }), pieces =>
      isHarmless(pieces.join('')),
    ),
    { numRuns: 200 },
  );
});

/** The tags of a page and their attributes' names; whatever is not one of ours fails. */
function tagsOf(page: string): string[] {
  const tags = [...page.matchAll(/<(!?\/?[a-z]+\d?)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g)];
  assert.equal(tags.length, page.split('<').length - 1, 'each < begins a whole tag');
  const shapes = tags.map(
    ([, name, attributes]) => `${name}${attributes!.replace(/="[^"]*"/g, '')}`,
  );
  // How often text is broken, or is code, is up to the text.
  return [...new Set(shapes)].filter(shape => !/^\/?(wbr|code)$/.test(shape)).sort();
}

/** A document with `text` in every place that takes one. */
function thoroughDocument(text: string): OpenApi {
  const inner = {
    title: text,
    type: text,
    format: text,
    pattern: text,
    enum: [text],
    description: text,
  };
  const schema = {
    ...inner,
    default: text,
    'x-expected': text,
    examples: [{ [text]: text }],
    properties: { [text]: inner, list: { items: { properties: { [text]: inner } } } },
    required: [text],
  };
  const content = { 'application/json': { schema }, [`${text}/x`]: { schema } };
  const shared = {
    description: text,
    content: { [text]: { schema: inner } },
  };
  const operation: Operation = {
    operationId: text,
    summary: text,
    description: `${text}\n\n${text}`,
    tags: [text],
    parameters: ['path', 'query', 'header', text].map(place => ({
      name: text,
      in: place,
      required: true,
      description: text,
      schema: inner,
      example: text,
    })),
    requestBody: { content },
    responses: { [`${text}0`]: { description: text, content }, 400: shared, 404: shared },
  };
  return {
    info: { title: text, version: text, summary: text, description: text },
    paths: { [`/${text}/{${text}}`]: { [text || 'get']: operation } },
    security: [{ bearer: [] }],
    tags: [{ name: text, description: text }],
  };
}

test('the page asks nothing of anyone: no script, no inline style, no address outside', () => {
  for (const api of documents) {
    const page = referencePage(api);
    assert.doesNotMatch(page, /<(script|style|iframe|img|object|embed|base|form)\b/i);
    assert.doesNotMatch(page, /<[^>]*\s(style|on\w+|src|srcset|action|integrity)\s*=/i);
    for (const [, address] of page.matchAll(/href="([^"]*)"/g)) {
      assert.match(address!, /^(#.+|reference\.css|\.\.\/openapi\.json)$/);
    }
  }
  assert.doesNotMatch(referenceStyle, /url\(|@import|@font-face/);
});

test('every link within the page has its target, and no id is given twice', () => {
  for (const api of documents) {
    const page = referencePage(api);
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(found => found[1]!);
    assert.equal(new Set(ids).size, ids.length);
    const targets = [...page.matchAll(/(?:href="#|aria-labelledby=")([^"]*)"/g)];
    assert.ok(targets.length > 10);
    for (const [, target] of targets) assert.ok(ids.includes(target!), target);
  }
});

test('every class in the page has a rule in the stylesheet, and the reverse', () => {
  const pages = [
    ...documents,
    document({}, '/', 'put'),
    document({}, '/', 'patch'),
    document({}, '/', 'delete'),
  ];
  const used = pages.flatMap(api =>
    [...referencePage(api).matchAll(/class="([^"]*)"/g)].flatMap(found => found[1]!.split(' ')),
  );
  const styled = [...referenceStyle.matchAll(/\.([a-z][\w-]*)/g)].map(found => found[1]!);
  const unstyled = ['json', 'depth-0'];
  const seldom = ['depth-2', 'depth-3', 'depth-4'];
  assert.deepEqual(
    [...new Set([...used, ...seldom])].sort(),
    [...new Set([...styled, ...unstyled])].sort(),
  );
});
