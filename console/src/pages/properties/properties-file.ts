import { fillEmpty, readValuation } from '#domain/property/valuation-fields.ts';
import { mostCaptionCharacters, mostPhotos } from '../../state/library/photo-store.ts';
import { isSameBuilding, type Property, subjectKey } from '../../state/library/property.ts';
import {
  InvalidProperty,
  mostCharacters,
  mostLabels,
  readProperty,
  refusal,
} from '../../state/library/read-property.ts';

const format = 'ktima-properties';
const version = 1;

/** The largest file that is written and read, and the most properties in it. */
export const mostFileBytes = 200_000_000;
export const mostProperties = 1_000;

/** A photograph in a file. */
export interface FiledPhoto {
  readonly caption: string;
  /** A JPEG as a `data:` URL. */
  readonly image: string;
}

/** A property of a file, with its photographs if it has any. */
export type FiledProperty = Property & { readonly photos?: readonly FiledPhoto[] };

/** Properties as the text of a file. */
export function writeFile(properties: readonly FiledProperty[], exportedAt: Date): string {
  const file = { format, version, exportedAt: exportedAt.toISOString(), properties };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Reads the text of a file; throws `InvalidProperty` if anything in it is not as expected. */
export function readFile(text: string): FiledProperty[] {
  const file = parse(text);
  if (file?.format !== format) throw refusal('format', format, file?.format);
  if (file.version !== version) throw refusal('version', String(version), file.version);
  const { properties } = file;
  if (!Array.isArray(properties) || properties.length > mostProperties) {
    const got = Array.isArray(properties) ? properties.length : properties;
    throw refusal('properties', `a list of at most ${mostProperties} properties`, got);
  }
  return properties.map((property, index) => {
    const path = `properties[${index}]`;
    const checked = withCheckedValuation(readProperty(property, path), path);
    return { ...checked, ...readPhotos(property.photos, `${path}.photos`) };
  });
}

const jpegUrl = /^data:image\/jpeg;base64,[A-Za-z\d+/]+={0,2}$/;

function readPhotos(value: unknown, path: string): Pick<FiledProperty, 'photos'> {
  if (value === undefined) return {};
  if (!Array.isArray(value) || value.length > mostPhotos) {
    throw refusal(path, `a list of at most ${mostPhotos} photographs`, value);
  }
  return {
    photos: value.map((photo, index) => {
      const { caption, image } = photo ?? {};
      if (typeof caption !== 'string' || caption.length > mostCaptionCharacters) {
        const expected = `text of at most ${mostCaptionCharacters} characters`;
        throw refusal(`${path}[${index}].caption`, expected, caption);
      }
      if (typeof image !== 'string' || !jpegUrl.test(image)) {
        throw refusal(`${path}[${index}].image`, 'a JPEG as a data: URL', image);
      }
      return { caption, image };
    }),
  };
}

function withCheckedValuation(property: Property, path: string): Property {
  if (property.valuation === undefined) return property;
  const valuation = readValuation(property.valuation, (name, expected, value) => {
    throw refusal(`${path}.valuation.${name}`, expected, value);
  });
  return { ...property, valuation };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidProperty('the file is not JSON');
  }
}

/** The properties to keep after an import, and how many of them are new or changed. */
interface Merged {
  readonly properties: readonly Property[];
  readonly added: number;
  readonly joined: number;
}

/**
 * Joins imported properties with those that are kept: texts of the user are never replaced. Every
 * imported property counts as saved, so that it is not dropped as the oldest recent one.
 */
export function mergeProperties(
  kept: (property: Property) => Property | undefined,
  imported: readonly FiledProperty[],
): Merged {
  const unique = new Map<string, Property>();
  let added = 0;
  let joined = 0;
  for (const { photos: _, ...property } of imported) {
    const key = subjectKey(property.subject);
    const before = unique.get(key) ?? kept(property);
    unique.set(key, { ...(before ? join(before, property) : property), isSaved: true });
    if (before) joined += 1;
    else added += 1;
  }
  return { properties: [...unique.values()], added, joined };
}

function join(kept: Property, imported: Property): Property {
  const building = { ...imported.building, ...kept.building };
  return {
    ...kept,
    building,
    // Amounts belong to all values of their building.
    cost: [kept, imported].find(one => isSameBuilding(one.building, building))?.cost,
    address: kept.address ?? imported.address,
    ...(imported.position && { position: imported.position }),
    ...(kept.position && { position: kept.position }),
    note: joinNotes('note', kept.note, imported.note),
    remark: joinNotes('remark', kept.remark, imported.remark),
    reference: kept.reference || imported.reference,
    purpose: kept.purpose || imported.purpose,
    status: kept.status || imported.status,
    labels: [...new Set([...kept.labels, ...imported.labels])].slice(0, mostLabels),
    ...((kept.valuation || imported.valuation) && {
      valuation: fillEmpty(readValuation(kept.valuation), readValuation(imported.valuation)),
    }),
    ...joinComparables(kept, imported),
  };
}

/** Those of the user are never replaced. */
function joinComparables({ comparables: own = [] }: Property, { comparables = [] }: Property) {
  const joined = own.length > 0 ? own : comparables;
  return joined.length > 0 && { comparables: joined };
}

function joinNotes(field: 'note' | 'remark', kept: string, imported: string): string {
  if (kept.includes(imported)) return kept;
  if (kept === '' || imported.includes(kept)) return imported;
  const both = `${kept}\n${imported}`;
  if (both.length <= mostCharacters.note) return both;
  throw refusal(
    field,
    `at most ${mostCharacters.note} characters with the ${field} kept here`,
    imported,
  );
}
