import type { OpenApi, Operation } from '../http/reference/openapi.ts';
import { docComment, type NamedTypes, typeDeclaration, typeText } from './schema-types.ts';

/** The descriptions of both hosts. */
export type Descriptions = Readonly<Record<'api' | 'auth', OpenApi>>;

interface Described {
  readonly name: string;
  readonly host: 'api' | 'auth';
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly needsToken: boolean;
}

const json = 'application/json';

const head = `// Made from the OpenAPI descriptions of both hosts by \`npm run openapi\`: change those instead.

import type { CallOptions } from './call.ts';
`;

/** The client's source of types and operations: everything that follows from the descriptions. */
export function clientOperations(descriptions: Descriptions): string {
  const described = describedOperations(descriptions);
  const named: NamedTypes = new Map();
  const inputsAndAnswers = described.flatMap(one => [
    inputType(one, named),
    answerType(one, named),
  ]);
  const table = described.map(tableRow).join('\n');
  const calls = described.map(callSignature).join('\n\n');
  return [
    head,
    `/** Where each operation is found, and how its input travels. */\nexport const operations = {\n${table}\n} as const;\n`,
    `export type OperationName = keyof typeof operations;\n`,
    `/** Every operation as a call. */\nexport interface Calls {\n${calls}\n}\n`,
    ...[...inputsAndAnswers, ...named.values()].filter(text => text !== ''),
  ].join('\n');
}

/** In the order of the descriptions; what both hosts have is prefixed on the second. */
function describedOperations(descriptions: Descriptions): Described[] {
  const found = new Map<string, Described>();
  for (const host of ['api', 'auth'] as const) {
    const { paths, security = [] } = descriptions[host];
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const id = operation.operationId!;
        const name = found.has(id) ? `${host}${capital(id)}` : id;
        const needsToken = (operation.security ?? security).length > 0;
        const described = { name, host, method: method.toUpperCase(), path, operation, needsToken };
        found.set(name, described);
      }
    }
  }
  return [...found.values()];
}

/** How the input of an operation travels, by the first media type of its body. */
function inputKind({ parameters, requestBody }: Operation): 'query' | 'json' | 'form' | 'none' {
  if (requestBody) return Object.keys(requestBody.content)[0] === json ? 'json' : 'form';
  return parameters ? 'query' : 'none';
}

function tableRow({ name, host, method, path, operation, needsToken }: Described): string {
  const input = inputKind(operation);
  return `  ${name}: { host: '${host}', method: '${method}', path: '${path}', input: '${input}', needsToken: ${needsToken} },`;
}

function callSignature({ name, operation }: Described): string {
  const input = inputKind(operation) === 'none' ? '' : `input: ${capital(name)}Input, `;
  const comment = docComment(`${operation.summary}. ${operation.description}`, '  ');
  return `${comment}  ${name}(${input}options?: CallOptions): Promise<${capital(name)}Answer>;`;
}

function inputType({ name, operation }: Described, named: NamedTypes): string {
  const { parameters = [], requestBody, summary } = operation;
  if (inputKind(operation) === 'none') return '';
  const properties = parameters.map(({ name: parameter, schema = {}, description = '' }) => [
    parameter,
    { ...schema, description },
  ]);
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema ?? {
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(parameter => parameter.name),
  };
  const about = { ...schema, type: 'object', description: `What to send: ${summary}.` };
  return typeDeclaration(`${capital(name)}Input`, about, named, { mayBeUndefined: true });
}

function answerType({ name, operation }: Described, named: NamedTypes): string {
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const { schema } = Object.values(good?.content ?? {})[0] ?? {};
  const comment = docComment(good?.description ?? '', '');
  const answer = `${capital(name)}Answer`;
  if (!schema) return `${comment}export type ${answer} = undefined;\n`;
  if (!schema.properties || schema.title) {
    return `${comment}export type ${answer} = ${typeText(schema, named)};\n`;
  }
  return typeDeclaration(answer, schema, named);
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
