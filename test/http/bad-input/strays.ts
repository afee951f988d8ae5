import fc from 'fast-check';
import { type Described, type Host, operations } from './description.ts';
import { hostileText, rawQueryValues } from './hostile-values.ts';
import { type Asked, percentEncoded } from './request.ts';

const paths = operations.map(({ path }) => path);

/** Paths of ours written wrongly. */
const misspelt: readonly ((path: string) => string)[] = [
  path => `/${path}`,
  path => `/.${path}`,
  path => `/x/..${path}`,
  path => `${path}x`,
  path => `${path}//`,
  path => `${path}%2f`,
  path => `${path};a=1`,
  path => `${path}.json`,
  path => path.toUpperCase(),
  path => path.replaceAll('/', '\\'),
  path => path.replaceAll('/', '%2f'),
  path => path.replace('a', '%61').replace('i', '%69'),
  path => path.replace(/\/$/, ''),
  path => `http://evil.example${path}x`,
  path => `//evil.example${path}`,
  path => `/%2f%2fevil.example${path}`,
];

const path = fc.oneof(
  fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom(...misspelt))
    .map(([one, wrong]) => wrong(one)),
  hostileText.map(text => `/${percentEncoded(text)}`),
  fc.constantFrom(...rawQueryValues).map(raw => `/${raw.replace(/[#?]/g, '')}`),
  fc.webPath().map(text => `/${text.replace(/^\//, '')}`),
  fc.constantFrom('/api/', '/auth/', '/docs', '/.env', '/assets/../package.json', '/metrics'),
);

/** A placeholder for requests without an operation. */
const nothing: Omit<Described, 'host'> = {
  method: 'GET',
  methods: [],
  path: '',
  template: '',
  name: 'no such path',
  needsToken: false,
  isStrict: false,
  isForConsole: false,
  parameters: [],
  fields: [],
  isClosed: false,
  mediaTypes: [],
  responses: {},
};

const hosts: readonly Host[] = ['api', 'auth'];

/** Requests for what there is not. */
export const stray: fc.Arbitrary<Asked> = fc
  .record({
    host: fc.constantFrom(...hosts),
    method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'),
    path,
  })
  .map(({ host, method, path: asked }) => ({
    operation: { ...nothing, host },
    method,
    path: asked,
    query: [],
    headers: [],
    form: undefined,
    fields: [],
    faults: ['no such path'],
    expected: [308, 400, 404, 405, 414],
  }))
  .filter(({ operation, path: asked }) => !isThere(operation.host, asked));

/** A path of ours may well be what a path became when it was misspelt. */
function isThere(host: Host, asked: string): boolean {
  const pages = ['/', '/docs/', '/openapi.json', '/docs/reference.css', '/docs/reference.js'];
  const others = [...pages, '/api/portfolios/{id}'];
  const known = operations.filter(one => one.host === host).map(one => one.template);
  const patterns = [...known, ...others].map(one => one.replace(/\{\w+\}/g, '[^/]+'));
  try {
    const raw = asked.split(/[?;#]/)[0]!;
    const spellings = [raw, decodeURIComponent(raw)];
    return patterns.some(one => spellings.some(text => new RegExp(`^${one}$`).test(text)));
  } catch {
    return false;
  }
}
