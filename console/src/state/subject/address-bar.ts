import { type PropertyType, propertyTypes } from '#domain/property/cost/building.ts';
import { hasTwoReadings, numberReadings } from '#tools/notation/numbers.ts';
import { type CostTerms, readTermLinks, writeTermLinks } from './cost-terms.ts';
import { readArea } from './read-area.ts';
import { isId, isSameSubject, pointSubject, type Subject } from './subject.ts';

/** The screens of the console. */
export const views = [
  'location',
  'places',
  'cost',
  'zones',
  'report',
  'properties',
  'portfolio',
] as const;
export type View = (typeof views)[number];

/** The views that are pages of their own, without the map. */
const pages = ['report', 'properties', 'portfolio'] as const;
type PageView = (typeof pages)[number];

/** Whether a view is a page of its own. */
export function isPage(view: View): view is PageView {
  return isOneOf(pages, view);
}

/** The building as numbers, as text would depend on the language, and how its cost is stated. */
export interface Building extends CostTerms {
  /** Only if it differs from the postal code that the search found. */
  readonly postalCode?: string;
  readonly propertyType?: PropertyType;
  /** In square metres. */
  readonly buildArea?: number;
  /** The area of a link that may mean two numbers, such as `1.520`; the form asks which. */
  readonly unclearArea?: string;
  readonly constructionYear?: number;
}

/** The state in the URL, so that a link opens the same view. */
export interface AddressBar {
  readonly view: View;
  readonly subject?: Subject | undefined;
  readonly building: Building;
  /** The id of the run that the page of portfolios shows. */
  readonly run?: string | undefined;
}

/**
 * Reads the URL's hash. Browsers do not send it to the server, so searched addresses never appear in
 * its logs. Invalid values are ignored.
 */
export function readAddressBar(hash: string): AddressBar {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const subject = readSubject(fields);
  const view = fields.get('view');
  const run = fields.get('run') ?? '';
  return {
    view: isOneOf(views, view) ? view : 'location',
    ...(subject && { subject }),
    building: readBuilding(fields),
    ...(/^[\w-]{1,64}$/.test(run) && { run }),
  };
}

function readSubject(fields: URLSearchParams): Subject | undefined {
  const address = fields.get('address')?.trim();
  const sentId = fields.get('id') ?? '';
  const id = isId(sentId) ? { id: sentId } : {};
  if (address) return { kind: 'address', address, ...id };
  const code = fields.get('kaek')?.trim();
  if (code) return { kind: 'kaek', code };
  const found = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(fields.get('at') ?? '');
  if (!found) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!isOnEarth) return undefined;
  const name = fields.get('name')?.trim();
  return { ...pointSubject(latitude, longitude), ...(name && { name, ...id }) };
}

function readBuilding(fields: URLSearchParams): Building {
  const postalCode = fields.get('postcode') ?? '';
  const propertyType = fields.get('type');
  const year = fields.get('year') ?? '';
  return {
    ...(/^\d{2,}$/.test(postalCode) && { postalCode }),
    ...(isOneOf(propertyTypes, propertyType) && { propertyType }),
    ...readLinkArea(fields.get('area') ?? ''),
    ...(/^[1-9]\d{0,3}$/.test(year) && { constructionYear: Number(year) }),
    ...readTermLinks(fields),
  };
}

/**
 * Links have a decimal point; older links may have a comma. A text that the form would question, as
 * `1.520`, is left to the form: its amount could be wrong by a factor of a thousand.
 */
function readLinkArea(text: string): Pick<Building, 'buildArea' | 'unclearArea'> {
  const read = readArea(text, '.');
  if ('meant' in read) return read.meant.length > 0 ? { unclearArea: text } : {};
  return Number.isFinite(read.value) ? { buildArea: read.value } : {};
}

/** Writes an area with a decimal point. `1.234` becomes `1.2340`, which cannot be read as 1234. */
function writeArea(area: number): string {
  const text = String(area);
  return hasTwoReadings(numberReadings(text)) ? `${text}0` : text;
}

/** Writes the URL's hash for the shown state. */
export function writeAddressBar({ view, subject, building, run }: AddressBar): string {
  const fields = writeProperty(subject, building);
  if (view !== 'location') fields.set('view', view);
  if (run && view === 'portfolio') fields.set('run', run);
  return `#${fields}`;
}

function writeProperty(subject: Subject | undefined, building: Building): URLSearchParams {
  const fields = new URLSearchParams();
  if (subject?.kind === 'address') fields.set('address', subject.address);
  if (subject?.kind === 'kaek') fields.set('kaek', subject.code);
  if (subject?.kind === 'point') {
    fields.set('at', `${subject.latitude},${subject.longitude}`);
    if (subject.name) fields.set('name', subject.name);
  }
  if (subject && 'id' in subject && subject.id) fields.set('id', subject.id);
  if (building.postalCode) fields.set('postcode', building.postalCode);
  if (building.propertyType) fields.set('type', building.propertyType);
  if (building.unclearArea) fields.set('area', building.unclearArea);
  if (building.buildArea) fields.set('area', writeArea(building.buildArea));
  if (building.constructionYear) fields.set('year', String(building.constructionYear));
  writeTermLinks(building, fields);
  return fields;
}

/**
 * The state after a change of the property: the values of the building are dropped, as they belong
 * to the previous property.
 */
export function moveTo(bar: AddressBar, subject: Subject): AddressBar {
  return {
    view: isPage(bar.view) ? 'location' : bar.view,
    subject,
    building: isSameSubject(bar.subject, subject) ? bar.building : {},
  };
}

/** Whether a value is one of a list of texts. */
export function isOneOf<T extends string>(list: readonly T[], value: unknown): value is T {
  return (list as readonly unknown[]).includes(value);
}
