import type { OpenApi, Operation } from '#http/openapi/document.ts';

const head = '// Made by `npm run openapi`: change the routes instead.\n';

export type Host = 'api' | 'auth';

/** Tags of operations that GIS and map programs call by their standards. */
const notInClient = ['GIS', 'Map'];

/** Names of schemas in the client's types, where they are not those of the descriptions. */
const namedTypes: Readonly<Record<Host, Readonly<Record<string, string>>>> = {
  api: {
    AddressResult: 'Address',
    BatchAddress: 'BatchAddress',
    Cost: 'ReconstructionCost',
    CostBasis: 'CostBasis',
    Layer: 'Layer',
    Parcel: 'Parcel',
    Portfolio: 'Portfolio',
    PlaceType: 'PlaceType',
    PointOfInterest: 'PointOfInterest',
    PropertyReport: 'PropertyReport',
    PropertyType: 'PropertyType',
  },
  auth: { AccessToken: 'AccessToken', Tokens: 'Tokens' },
};

export interface ClientOperation {
  /** The method of the client; what both hosts have is prefixed on the second. */
  readonly name: string;
  readonly host: Host;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly input: 'query' | 'json' | 'form' | 'urlencoded' | 'file' | 'none';
  /** The fields in the query of an operation with a body. */
  readonly besideBody: readonly string[];
  readonly needsToken: boolean;
  /** Whether the response is a file. */
  readonly isFile: boolean;
  readonly withCookie: boolean;
  readonly summary: string;
  /** Its description. */
  readonly operation: Operation;
}

/** The client's `operations.ts` and `types.ts`, made from the descriptions of both hosts. */
export function clientOperations(descriptions: Readonly<Record<Host, OpenApi>>) {
  const all = operationsOfBoth(descriptions);
  return {
    'client/src/operations.ts': head + operationsFile(all),
    'client/src/types.ts': head + typesFile(all),
  };
}

/** The operations of both hosts that clients have as methods. */
export function operationsOfBoth(descriptions: Readonly<Record<Host, OpenApi>>) {
  const api = operationsOf('api', descriptions.api, []);
  return [...api, ...operationsOf('auth', descriptions.auth, api)];
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function operationsOf(
  host: Host,
  { paths, security }: OpenApi,
  others: readonly ClientOperation[],
) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags = [] }]) => !tags.some(tag => notInClient.includes(tag)))
      .map(([method, operation]): ClientOperation => {
        const id = operation.operationId!;
        const isTaken = others.some(other => other.id === id);
        return {
          name: isTaken ? host + id[0]!.toUpperCase() + id.slice(1) : id,
          host,
          id,
          method: method.toUpperCase(),
          path,
          input: inputOf(operation),
          besideBody: inputOf(operation) === 'json' ? inQuery(operation) : [],
          // Its format is a parameter. A report is a file too, but only by its `Accept`.
          isFile: workbook in contentOf(operation),
          needsToken: (operation.security ?? security ?? []).length > 0,
          withCookie: operation.tags?.includes('Console') ?? false,
          summary: operation.summary!,
          operation,
        };
      }),
  );
}

/** What a successful response may be. */
function contentOf({ responses }: Operation): object {
  return responses[200]?.content ?? {};
}

function inputOf({ requestBody, parameters = [] }: Operation): ClientOperation['input'] {
  const types = Object.keys(requestBody?.content ?? {});
  if (types.includes('multipart/form-data')) return 'form';
  if (types.includes('application/json')) return 'json';
  if (types.includes('application/octet-stream')) return 'file';
  if (types.length > 0) return 'urlencoded';
  return parameters.length > 0 ? 'query' : 'none';
}

function inQuery({ parameters = [] }: Operation): string[] {
  return parameters.filter(one => one.in === 'query').map(({ name }) => name);
}

function operationsFile(all: readonly ClientOperation[]): string {
  const typeOf = ({ host, id }: ClientOperation) => `${host === 'api' ? 'Api' : 'Auth'}['${id}']`;
  const described = all.map(
    one => `  /** ${one.summary}. */\n  readonly ${one.name}: ${typeOf(one)};`,
  );
  const routes = all.map(one => {
    const { name, host, method, path, input, besideBody, needsToken, isFile, withCookie } = one;
    const lines = [
      `host: '${host}'`,
      `method: '${method}'`,
      `path: '${path}'`,
      `input: '${input}'`,
      ...(besideBody.length > 0 ? [`besideBody: ['${besideBody.join("', '")}']`] : []),
      `needsToken: ${needsToken}`,
      ...(isFile ? ['isFile: true'] : []),
      ...(withCookie ? ['withCookie: true'] : []),
    ];
    return `  ${name}: {\n${lines.map(line => `    ${line},\n`).join('')}  },`;
  });
  return `import type { operations as Api } from './api-types.ts';
import type { operations as Auth } from './auth-types.ts';

/** The operations of both hosts. */
export interface Described {
${described.join('\n')}
}

export type OperationName = keyof Described;

export interface Route {
  readonly host: 'api' | 'auth';
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** A parameter in it is \`{name}\`, and is a field of the input. */
  readonly path: string;
  readonly input: 'query' | 'json' | 'form' | 'urlencoded' | 'file' | 'none';
  /** The fields that are sent in the query, although there is a body. */
  readonly besideBody?: readonly string[];
  readonly needsToken: boolean;
  /** Whether the response is a file. */
  readonly isFile?: true;
  /** Whether the browser sends and stores the cookie of the session. */
  readonly withCookie?: true;
}

/** Path and input of each operation. */
export const operations: Readonly<Record<OperationName, Route>> = {
${routes.join('\n')}
};
`;
}

function typesFile(all: readonly ClientOperation[]): string {
  const named = Object.entries(namedTypes).flatMap(([host, types]) =>
    Object.entries(types).map(([name, schema]) => {
      return `export type ${name} = ${host === 'api' ? 'Api' : 'Auth'}['schemas']['${schema}'];`;
    }),
  );
  const own = all.flatMap(({ name, input }) => {
    const type = name[0]!.toUpperCase() + name.slice(1);
    return [
      ...(input === 'none' ? [] : [`export type ${type}Input = Input<'${name}'>;`]),
      `export type ${type}Answer = Answer<'${name}'>;`,
    ];
  });
  return `import type { components as Api } from './api-types.ts';
import type { components as Auth } from './auth-types.ts';
import type { Answer, Input } from './call.ts';

${named.join('\n')}

${own.join('\n')}
`;
}
