/** An OpenAPI 3.1 document: what our programs write and read of it. */
export interface OpenApi {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly security?: Security;
  readonly tags?: readonly Tag[];
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
    readonly securitySchemes?: Readonly<Record<string, object>>;
  };
}

export interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** Alternatives, each a set of schemes; an empty list means no authentication. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: Security;
  /** Of our own document before it is finished: the scopes that a token needs. */
  readonly 'x-scopes'?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  readonly example?: unknown;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, Media>>;

export interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Response {
  /** In place of all else: the name of a response in `components`. */
  readonly $ref?: string;
  readonly description: string;
  /** The description of the response for all other statuses. */
  readonly 'x-statuses'?: readonly number[];
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

export interface Header {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

/** The JSON Schema keywords that our programs read. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  /** What the field expects, in words; error messages use it. */
  readonly 'x-expected'?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

/** The responses of an operation, those that `components` has in their places. */
export function responsesOf(
  { responses }: Pick<Operation, 'responses'>,
  { components }: Pick<OpenApi, 'components'>,
): Readonly<Record<string, Response>> {
  const named = ({ $ref }: Response) => $ref && components!.responses![$ref.split('/').at(-1)!]!;
  return Object.fromEntries(
    Object.entries(responses).map(([status, one]) => [status, named(one) || one]),
  );
}
