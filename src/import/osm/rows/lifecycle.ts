import type { OsmTags } from '../readers/elements.ts';
import type { OsmMapping, OsmRule } from './mapping.ts';

/** Whether an object is in use, judged beside the value of the tag that made it a place. */
type IsInUse = (tags: OsmTags, mainValue: string) => boolean;

/**
 * Checks lifecycle words: `abandoned=yes`, and `disused:amenity=bank` beside `amenity=bank`. A bank
 * that was a café once is in use; rules that allow no such tag at all are stricter.
 */
export function lifecycleCheck(
  wanted: OsmRule['lifecycle'],
  { past, future }: OsmMapping['lifecycle'],
  mainKey: string,
): IsInUse {
  if (wanted === 'no such tag at all') return tags => !hasAny(tags, [...past, ...future]);
  const words = wanted === 'may be in the future' ? past : [...past, ...future];
  const formerKeys = words.map(word => `${word}:${mainKey}`);
  return (tags, mainValue) =>
    words.every(word => (tags[word] ?? 'no') === 'no') &&
    formerKeys.every(key => tags[key] !== mainValue && tags[key] !== 'yes');
}

function hasAny(tags: OsmTags, words: readonly string[]): boolean {
  return Object.keys(tags).some(key => {
    const [start = ''] = key.split(':', 1);
    return words.includes(start) && tags[key] !== 'no';
  });
}
