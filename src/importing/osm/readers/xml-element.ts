import type { OsmElement, OsmKind, OsmMember, OsmTags } from './elements.ts';

/** A bound on what is held in memory. */
const partsLimit = 1_000_000;

/** An element whose end has not been read yet. */
export interface Unfinished {
  readonly kind: OsmKind;
  readonly attributes: Readonly<Record<string, string>>;
  readonly tags: Record<string, string>;
  readonly refs: number[];
  readonly locations: number[];
  readonly members: OsmMember[];
  readonly isDeleted: boolean;
  parts: number;
}

/** Whether a tag is an element. */
export function isKind(name: string): name is OsmKind {
  return name === 'node' || name === 'way' || name === 'relation';
}

/** Begins an element at its opening tag. */
export function begin(kind: OsmKind, attributes: Readonly<Record<string, string>>): Unfinished {
  // Editors keep what was deleted in their files and mark it, and so do histories.
  const isDeleted = attributes.action === 'delete' || attributes.visible === 'false';
  const parts = { tags: Object.create(null), refs: [], locations: [], members: [], parts: 0 };
  return { kind, attributes, isDeleted, ...parts };
}

/** Adds a tag inside an element: a tag of OSM, a node or a member. */
export function addPart(
  element: Unfinished,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  if (++element.parts > partsLimit) {
    throw new RangeError(`the ${element.kind} has more than ${partsLimit} parts`);
  }
  if (name === 'tag') element.tags[text(attributes, 'k')] = text(attributes, 'v');
  else if (name === 'nd' && element.kind === 'way') addNode(element, attributes);
  else if (name === 'member' && element.kind === 'relation')
    element.members.push(member(attributes));
}

function addNode(
  { refs, locations }: Unfinished,
  attributes: Readonly<Record<string, string>>,
): void {
  if (attributes.lon !== undefined) {
    // Overpass leaves out the positions of nodes beyond the box it was asked for.
    while (locations.length < 2 * refs.length) locations.push(Number.NaN);
    locations.push(degrees(attributes, 'lon'), degrees(attributes, 'lat'));
  }
  refs.push(id(attributes, 'ref'));
}

/** The element at its closing tag. */
export function finish(element: Unfinished): OsmElement {
  const { kind, attributes } = element;
  const base = { id: id(attributes, 'id'), tags: tagsOf(element) };
  if (kind === 'way') return { kind, ...base, refs: element.refs, ...locationsOf(element) };
  if (kind === 'relation') return { kind, ...base, members: element.members };
  return { kind, ...base, ...positionOf(element) };
}

function tagsOf({ tags }: Unfinished): OsmTags | undefined {
  return Object.keys(tags).length > 0 ? tags : undefined;
}

function locationsOf({ refs, locations }: Unfinished) {
  if (locations.length === 0) return undefined;
  const all = new Float64Array(2 * refs.length).fill(Number.NaN);
  all.set(locations);
  return { locations: all };
}

function positionOf({ attributes, isDeleted }: Unfinished) {
  if (isDeleted) return { latitude: Number.NaN, longitude: Number.NaN };
  return { latitude: degrees(attributes, 'lat'), longitude: degrees(attributes, 'lon') };
}

function member(attributes: Readonly<Record<string, string>>): OsmMember {
  const { type = '', role = '' } = attributes;
  if (!isKind(type)) throw new RangeError('a member is not a node, way or relation');
  return { kind: type, ref: id(attributes, 'ref'), role };
}

function id(attributes: Readonly<Record<string, string>>, name: string): number {
  return parsed(attributes, name, /^-?\d{1,15}$/, 'a whole number');
}

function degrees(attributes: Readonly<Record<string, string>>, name: string): number {
  return parsed(attributes, name, /^[-+]?\d+(\.\d*)?(e[-+]?\d+)?$/i, 'degrees');
}

function parsed(
  attributes: Readonly<Record<string, string>>,
  name: string,
  form: RegExp,
  expected: string,
): number {
  const value = text(attributes, name);
  if (!form.test(value)) throw new RangeError(`${name}="${shown(value)}", expected ${expected}`);
  // Minus zero would be one thing here and another in PBF.
  return Number(value) + 0;
}

function text(attributes: Readonly<Record<string, string>>, name: string): string {
  const value = attributes[name];
  if (value === undefined) throw new RangeError(`a tag lacks ${name}="…"`);
  return value;
}

/** The start of a text, for messages. */
export function shown(value: string): string {
  return value.slice(0, 40);
}
