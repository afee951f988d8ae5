import Type, {
  type Static,
  type TNumberOptions,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
} from 'typebox';

/** Keywords in the order of the published description: limits, the description, examples. */
const described = (description: string, { examples, ...limits }: TSchemaOptions) => ({
  ...limits,
  description,
  ...(examples !== undefined && { examples }),
});

/** A text on the wire; `keywords` are its limits and examples, as in the next ones. */
export const text = (description: string, keywords: TStringOptions = {}) =>
  Type.String(described(description, keywords));

/** A number on the wire. */
export const number = (description: string, keywords: TNumberOptions = {}) =>
  Type.Number(described(description, keywords));

/** A whole number on the wire. */
export const whole = (description: string, keywords: TNumberOptions = {}) =>
  Type.Integer(described(description, keywords));

/** True or false on the wire. */
export const yesNo = (description: string, keywords: TSchemaOptions = {}) =>
  Type.Boolean(described(description, keywords));

/** A day or a moment on the wire. */
export const time = (format: 'date' | 'date-time', description: string) =>
  Type.String({ format, description });

/** One of several words on the wire. */
export const oneOf = <const Word extends string>(
  words: readonly Word[],
  description: string,
  keywords: TSchemaOptions = {},
) => Type.Enum([...words], { type: 'string', ...described(description, keywords) });

/** The same, which may be left out. */
export const optional = {
  text: (...given: Parameters<typeof text>) => Type.Optional(text(...given)),
  number: (...given: Parameters<typeof number>) => Type.Optional(number(...given)),
  whole: (...given: Parameters<typeof whole>) => Type.Optional(whole(...given)),
  yesNo: (...given: Parameters<typeof yesNo>) => Type.Optional(yesNo(...given)),
  oneOf: <const Word extends string>(...given: Parameters<typeof oneOf<Word>>) =>
    Type.Optional(oneOf(...given)),
};

/** A text or null on the wire. */
export const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** A number or null on the wire. */
export const numberOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** A whole number or null on the wire. */
export const integerOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

/** A day or a moment on the wire, or null. */
export const timeOrNull = (format: 'date' | 'date-time', description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format, description });

/** An object on the wire, or null. */
export const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Unsafe<Static<Schema> | null>({ anyOf: [schema, { type: 'null' }], description });
