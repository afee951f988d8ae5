import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languages } from '#tools/notation/languages.ts';

/** Adds a request header to those that the response depends on (RFC 9110 §12.5.5). */
export function addVary(reply: FastifyReply, name: string): void {
  if (!reply.hasHeader('vary')) return void reply.header('vary', name);
  const before = String(reply.getHeader('vary'));
  if (!before.split(', ').includes(name)) reply.header('vary', `${before}, ${name}`);
}

/**
 * The offered media type that an Accept header prefers; the first one when the header has no
 * preference or accepts none of them. Quality values as in RFC 9110 §12.5.1.
 */
export function preferredType(accept: string | undefined, offered: readonly string[]): string {
  return acceptedType(accept, offered) ?? offered[0]!;
}

/** The same, but undefined when the header accepts none of them. */
export function acceptedType<Type extends string>(
  accept: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  if (accept === undefined || accept === '*/*') return offered[0]!;
  const ranges = accept.split(',').map(readRange);
  return highestQuality(offered, type => qualityOfType(type, ranges));
}

/** Whether an Accept header names a media type itself, and not only a range that contains it. */
export function accepts(accept: string | undefined, type: string): boolean {
  return accept !== undefined && qualityOf([type], accept.split(',').map(readRange)) > 0;
}

/**
 * The offered content coding that an Accept-Encoding header prefers (RFC 9110 §12.5.3); the last
 * one, which is `identity`, when the header accepts none of them.
 */
export function preferredCoding<Coding extends string>(
  accepted: string | undefined,
  offered: readonly Coding[],
): Coding {
  const ranges = (accepted ?? '').split(',').map(readRange);
  return highestQuality(offered, coding => qualityOf([coding, '*'], ranges)) ?? offered.at(-1)!;
}

/**
 * The language that the client prefers by Accept-Language, from the first part of its tags; undefined
 * when it names none of ours. `*` is no preference.
 */
export function acceptedLanguage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Language | undefined {
  addVary(reply, 'accept-language');
  const ranges = (headers['accept-language'] ?? '').split(',').map(readRange);
  const primary = ranges.map(({ name, quality }) => ({ name: name.split('-')[0]!, quality }));
  return highestQuality(languages, language => qualityOf([language], primary));
}

/** The name with the highest quality, the first of equals; undefined when all have quality 0. */
function highestQuality<Name extends string>(
  offered: readonly Name[],
  quality: (name: Name) => number,
): Name | undefined {
  let best: Name | undefined;
  let bestQuality = 0;
  for (const name of offered) {
    if (quality(name) <= bestQuality) continue;
    best = name;
    bestQuality = quality(name);
  }
  return best;
}

interface Range {
  readonly name: string;
  readonly quality: number;
}

function readRange(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase());
  const quality = parameters.find(p => p.startsWith('q='))?.slice(2);
  return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

function qualityOfType(type: string, ranges: readonly Range[]): number {
  return qualityOf([type, `${type.split('/')[0]}/*`, '*/*'], ranges);
}

/** The quality of the most specific range that matches: patterns are in that order. */
function qualityOf(patterns: readonly string[], ranges: readonly Range[]): number {
  for (const pattern of patterns) {
    const range = ranges.find(({ name }) => name === pattern);
    if (range) return range.quality;
  }
  return 0;
}
