import type { Described, OperationName } from './operations.ts';

/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call, including retries; default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** The number of retries; default: that of the client. */
  readonly retries?: number | undefined;
}

/** Optional fields may also be undefined, which is convenient when an input is built. */
type Lenient<Fields> = {
  [Name in keyof Fields]: Fields[Name] | (object extends Pick<Fields, Name> ? undefined : never);
};

/** The content of a file. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | string;

/** A file to send. Retries with the same key are one; by default each call has its own. */
export interface SentFile {
  readonly file: FileContent;
  readonly idempotency_key?: string;
}

/** The fields of the body and of the query; with a file those of the query. */
type Sent<Operation> = Operation extends {
  readonly requestBody: { readonly content: { readonly 'application/octet-stream': unknown } };
  readonly parameters: { readonly query?: infer Q };
}
  ? Exclude<Q, undefined> & SentFile
  : SentFields<Operation>;

type SentFields<Operation> = Operation extends {
  readonly requestBody: { readonly content: infer C };
}
  ? C[keyof C] & BesideBody<Operation>
  : Operation extends { readonly parameters: { readonly query?: infer Q } }
    ? Exclude<Q, undefined>
    : never;

/** The fields of the query of an operation with a body. */
type BesideBody<Operation> = Operation extends {
  readonly parameters: { readonly query?: infer Q };
}
  ? [Exclude<Q, undefined>] extends [never]
    ? unknown
    : Exclude<Q, undefined>
  : unknown;

type InPath<Operation> = Operation extends { readonly parameters: { readonly path: infer P } }
  ? P
  : never;

/** The fields of an operation, those in its path included; `never` if it has none. */
export type RawInput<Operation> = [Sent<Operation>] extends [never]
  ? InPath<Operation>
  : [InPath<Operation>] extends [never]
    ? Sent<Operation>
    : Sent<Operation> & InPath<Operation>;

type RawAnswer<Operation> = Operation extends {
  readonly responses: { readonly 200: { content: infer Content } };
}
  ? BodyOf<Content>
  : Operation extends { readonly responses: { readonly 202: { content: infer Content } } }
    ? BodyOf<Content>
    : undefined;

/** Operations whose format is a parameter have workbooks too. */
type BodyOf<Content> = Content extends {
  readonly 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': unknown;
}
  ? Blob
  : Content extends { readonly 'application/json': infer Body }
    ? Body
    : undefined;

/** The input of an operation; `never` if it has none. */
export type Input<Name extends OperationName> =
  RawInput<Described[Name]> extends infer Fields ? Lenient<Fields> : never;

/** The response of an operation; undefined if it has no body. */
export type Answer<Name extends OperationName> = RawAnswer<Described[Name]>;

/** Every operation as a call. */
export type Calls = {
  readonly [Name in keyof Described]: [RawInput<Described[Name]>] extends [never]
    ? (options?: CallOptions) => Promise<Answer<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Answer<Name>>;
};
