/**
 * The media type of `offered` that an Accept header likes best; the first one when it has no
 * preference or likes none of them. Quality values as in RFC 9110 §12.5.1.
 */
export function preferredType(accept: string | undefined, offered: readonly string[]): string {
  if (accept === undefined || accept === '*/*') return offered[0]!;
  const ranges = accept.split(',').map(readRange);
  let best = offered[0]!;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase());
  const quality = parameters.find(p => p.startsWith('q='))?.slice(2);
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

/** The most specific range that fits decides. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/');
  for (const pattern of [type, `${family}/*`, '*/*']) {
    const range = ranges.find(r => r.type === pattern);
    if (range) return range.quality;
  }
  return 0;
}
