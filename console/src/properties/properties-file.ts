import type { Property } from './property.ts';
import { isSameBuilding, subjectKey } from './property.ts';
import { InvalidProperty, mostCharacters, readProperty, refusal } from './read-property.ts';

const format = 'ktima-properties';
const version = 1;

/** The largest file that is read, and the most properties in it. */
export const mostBytes = 5_000_000;
export const mostProperties = 1_000;

/** Properties as the text of a file. */
export function writeFile(properties: readonly Property[], exportedAt: Date): string {
  const file = { format, version, exportedAt: exportedAt.toISOString(), properties };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Reads the text of a file; throws `InvalidProperty` if anything in it is not as expected. */
export function readFile(text: string): Property[] {
  const file = parse(text);
  if (file?.format !== format) throw refusal('format', format, file?.format);
  if (file.version !== version) throw refusal('version', String(version), file.version);
  const { properties } = file;
  if (!Array.isArray(properties) || properties.length > mostProperties) {
    const got = Array.isArray(properties) ? properties.length : properties;
    throw refusal('properties', `a list of at most ${mostProperties} properties`, got);
  }
  return properties.map((property, index) => readProperty(property, `properties[${index}]`));
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidProperty('the file is not JSON');
  }
}

/** The properties to keep after an import, and how many of them are new or changed. */
export interface Merged {
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
  imported: readonly Property[],
): Merged {
  const unique = new Map<string, Property>();
  let added = 0;
  let joined = 0;
  for (const property of imported) {
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
    note: joinNotes('note', kept.note, imported.note),
    remark: joinNotes('remark', kept.remark, imported.remark),
    reference: kept.reference || imported.reference,
    purpose: kept.purpose || imported.purpose,
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
