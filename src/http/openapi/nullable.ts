import Type, { type Static, type TSchema } from 'typebox';

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
