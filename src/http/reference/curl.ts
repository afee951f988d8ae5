import type { Entry } from './entry.ts';
import { exampleBody, exampleValue, parameterExample } from './example.ts';
import type { Content, Parameter } from './openapi.ts';

/** Stands where the service's own address is not known (a name reserved by RFC 2606). */
export const placeholderAddress = 'https://ktima.example';

const nextLine = ' \\\n  ';

type Pair = readonly [name: string, value: string];

/** A command line that calls an operation with the document's example values. */
export function curlLine({ method, path, operation, needsToken }: Entry): string {
  const { parameters = [], requestBody } = operation;
  const url = placeholderAddress + withValues(path, valuesIn('path', parameters));
  const words = [
    `curl ${methodOption(method, requestBody !== undefined)}${target(url, valuesIn('query', parameters))}`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...valuesIn('header', parameters).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(requestBody ? bodyOptions(requestBody.content) : []),
  ];
  return words.join(nextLine);
}

/** curl itself takes GET, or POST where there is a body. */
function methodOption(method: string, hasBody: boolean): string {
  return method === (hasBody ? 'POST' : 'GET') ? '' : `-X ${method} `;
}

function valuesIn(place: string, parameters: readonly Parameter[]): Pair[] {
  return parameters
    .filter(one => one.in === place && (one.required || parameterExample(one) !== undefined))
    .map(one => [one.name, String(parameterExample(one) ?? exampleValue(one.schema ?? {}))]);
}

function withValues(path: string, values: readonly Pair[]): string {
  return values.reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
}

/** Values that a URL would turn into percent signs (Greek, say) stay readable: curl encodes them. */
function target(url: string, query: readonly Pair[]): string {
  if (query.length === 0) return quote(url);
  if (query.every(([, value]) => encodeURIComponent(value) === value)) {
    return quote(`${url}?${query.map(pair => pair.join('=')).join('&')}`);
  }
  return [`-G ${quote(url)}`, ...query.map(pairOption('--data-urlencode'))].join(nextLine);
}

function bodyOptions(content: Content): string[] {
  const [type, media] = Object.entries(content)[0]!;
  const example = exampleBody(media);
  if (type === 'multipart/form-data') return pairs(example).map(pairOption('--form-string'));
  if (type === 'application/x-www-form-urlencoded') {
    return pairs(example).map(pairOption('--data-urlencode'));
  }
  return [`-H ${quote(`Content-Type: ${type}`)}`, `-d ${quote(JSON.stringify(example))}`];
}

function pairs(example: unknown): Pair[] {
  return Object.entries(example as object).map(([name, value]) => [name, String(value)]);
}

function pairOption(option: string): (pair: Pair) => string {
  return pair => `${option} ${quote(pair.join('='))}`;
}

/** A word for a POSIX shell, quoted also where it need not be: the reader may put another value. */
function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
