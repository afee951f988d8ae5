import type { Candidate } from './candidate.ts';
import { byImportance, type Look } from './cell-feature.ts';
import { openTileWriter, type Properties } from './encode-tile.ts';

/** Makes a tile of the base map; no bytes if nothing of the candidates is in it. */
export function baseTile(candidates: readonly Candidate[]): Uint8Array {
  const tile = openTileWriter();
  const propertiesOf = openProperties();
  for (const { look, rank, from, at } of candidates.toSorted(byImportance)) {
    const geometry = from(at);
    if (!geometry) continue;
    const own = rank ? { rank } : {};
    if (!tile.add({ layer: look.layer, shared: propertiesOf(look), own, geometry })) break;
  }
  return tile.finish();
}

/** One object for each look. */
function openProperties(): (look: Look) => Properties {
  const known = new Map<Look, Properties>();
  return look => {
    let properties = known.get(look);
    if (!properties) {
      const { kind, name, nameEn, ref } = look;
      properties = { kind, name, name_en: nameEn, ref };
      known.set(look, properties);
    }
    return properties;
  };
}
