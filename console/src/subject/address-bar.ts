import { pointSubject, type Subject } from './subject.ts';

/** The screens of the console. */
export const views = ['location', 'places', 'cost', 'report'] as const;
export type View = (typeof views)[number];

/** The property types the service knows. */
export const propertyTypes = ['apartment', 'house', 'maisonette'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** What the cost form holds, as typed; a field left empty is absent. */
export interface Building {
  readonly postalCode?: string;
  readonly propertyType?: PropertyType;
  readonly buildArea?: string;
  readonly constructionYear?: string;
}

/** All that a link must carry to open the same again. */
export interface AddressBar {
  readonly view: View;
  readonly subject?: Subject | undefined;
  readonly building: Building;
}

/**
 * Reads the part of the page's address after the hash sign; a server never sees that part, so
 * searched addresses stay out of its logs. Nonsense is left out.
 */
export function readAddressBar(hash: string): AddressBar {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const subject = readSubject(fields);
  const view = fields.get('view');
  return {
    view: isOneOf(views, view) ? view : 'location',
    ...(subject && { subject }),
    building: readBuilding(fields),
  };
}

function readSubject(fields: URLSearchParams): Subject | undefined {
  const address = fields.get('address')?.trim();
  if (address) return { kind: 'address', address };
  const code = fields.get('kaek')?.trim();
  if (code) return { kind: 'kaek', code };
  const found = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(fields.get('at') ?? '');
  if (!found) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? pointSubject(latitude, longitude) : undefined;
}

function readBuilding(fields: URLSearchParams): Building {
  const [postalCode, propertyType, buildArea, constructionYear] = [
    fields.get('postcode'),
    fields.get('type'),
    fields.get('area'),
    fields.get('year'),
  ];
  return {
    ...(postalCode && { postalCode }),
    ...(isOneOf(propertyTypes, propertyType) && { propertyType }),
    ...(buildArea && { buildArea }),
    ...(constructionYear && { constructionYear }),
  };
}

/** The address after the hash sign for what is shown. */
export function writeAddressBar({ view, subject, building }: AddressBar): string {
  const fields = new URLSearchParams();
  if (subject?.kind === 'address') fields.set('address', subject.address);
  if (subject?.kind === 'kaek') fields.set('kaek', subject.code);
  if (subject?.kind === 'point') fields.set('at', `${subject.latitude},${subject.longitude}`);
  if (building.postalCode) fields.set('postcode', building.postalCode);
  if (building.propertyType) fields.set('type', building.propertyType);
  if (building.buildArea) fields.set('area', building.buildArea);
  if (building.constructionYear) fields.set('year', building.constructionYear);
  if (view !== 'location') fields.set('view', view);
  return `#${fields}`;
}

function isOneOf<T extends string>(list: readonly T[], text: string | null): text is T {
  return (list as readonly (string | null)[]).includes(text);
}
