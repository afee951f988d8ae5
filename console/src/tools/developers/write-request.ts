import type { DescribedRequest } from '../../../../client/src/client.ts';

/** A client call of a panel. */
export interface MadeCall {
  readonly operation: string;
  readonly input: object;
}

/** A request as a curl command for a POSIX shell. */
export function writeCurl({ method, url, headers, body, form }: DescribedRequest): string {
  const parts = [
    ...(method === 'GET' || form ? [] : [`-X ${method}`]),
    quoted(url),
    ...Object.entries(headers)
      .filter(([name]) => name !== 'accept')
      .map(([name, value]) => `-H ${quoted(`${headerName(name)}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
  ];
  return `curl ${parts.join(' \\\n  ')}`;
}

/** In single quotes a shell treats only the quote itself as special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function headerName(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, letter => letter.toUpperCase());
}

/** The same call through the typed client. */
export function writeTypeScript(
  { operation, input }: MadeCall,
  { apiUrl, authUrl, needsToken }: { apiUrl: string; authUrl: string; needsToken: boolean },
): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const argument =
    given.length === 0
      ? ''
      : `{\n${given.map(([name, value]) => `  ${name}: ${literal(value)},\n`).join('')}}`;
  return [
    "import { createClient } from 'ktima-client';",
    '',
    `const ktima = createClient({ apiUrl: ${literal(apiUrl)}, authUrl: ${literal(authUrl)} });`,
    ...(needsToken ? ['await ktima.login({ username, password });'] : []),
    `const answer = await ktima.${operation}(${argument});`,
  ].join('\n');
}

function literal(value: string | number | boolean): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`).replaceAll('\n', String.raw`\n`)}'`
    : String(value);
}
