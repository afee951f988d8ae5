import Type, { type Static, type TSchema } from 'typebox';

/** A text on the wire. */
export const text = (description: string) => Type.String({ description });

/** A number on the wire. */
export const number = (description: string) => Type.Number({ description });

/** A whole number on the wire. */
export const whole = (description: string) => Type.Integer({ description });

/** True or false on the wire. */
export const yesNo = (description: string) => Type.Boolean({ description });

/** A day or a moment on the wire. */
export const time = (format: 'date' | 'date-time', description: string) =>
  Type.String({ format, description });

/** One of several words on the wire. */
export const oneOf = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Enum([...words], { type: 'string', description });

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
