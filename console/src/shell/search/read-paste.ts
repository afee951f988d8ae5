/** A point that was read from a pasted text. */
interface PastedPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** What a link means: a point, or the text that was searched there. */
type Pasted = PastedPoint | { readonly text: string } | undefined;

/** Whether a text is a link. No link is ever opened: it is read as text. */
export function isLink(text: string): boolean {
  return /^(?:https?:\/\/|(?:www\.)?(?:google\.[a-z.]{2,6}\/maps|openstreetmap\.org)|maps\.)/i.test(
    text,
  );
}

/** Reads a full link of Google Maps or OpenStreetMap; undefined for other and for short links. */
export function readLink(text: string): Pasted {
  const url = urlOf(/^https?:/i.test(text) ? text : `https://${text}`);
  if (!url) return undefined;
  const { hostname } = url;
  if (/(?:^|\.)google(?:\.[a-z]{2,3}){1,2}$/.test(hostname)) return readGoogleMaps(url);
  return /(?:^|\.)(?:openstreetmap|osm)\.org$/.test(hostname) ? readOpenStreetMap(url) : undefined;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

const degrees = String.raw`(-?\d{1,3}(?:\.\d{1,20})?)`;
const pin = new RegExp(`!3d${degrees}!4d${degrees}`);
const view = new RegExp(`@${degrees},${degrees},`);
const pair = new RegExp(`^${degrees}, ?${degrees}$`);
const mapHash = new RegExp(`map=\\d{1,2}(?:\\.\\d{1,9})?/${degrees}/${degrees}`);

/** The pin first, then what was searched, then the middle of the map. */
function readGoogleMaps({ pathname, searchParams }: URL): Pasted {
  const path = decoded(pathname);
  const asked =
    ['q', 'query', 'destination', 'll', 'center']
      .map(name => searchParams.get(name))
      .find(Boolean) ?? /^\/maps\/(?:place|search)\/([^/@]+)/.exec(path)?.[1];
  const point = pointIn(pin, path) ?? (asked && pointIn(pair, asked)) ?? pointIn(view, path);
  return point || (asked ? { text: asked.replaceAll('+', ' ') } : undefined);
}

/** The marker first, then what was searched, then the middle of the map. */
function readOpenStreetMap({ searchParams, hash }: URL): Pasted {
  const marker = `${searchParams.get('mlat')},${searchParams.get('mlon')}`;
  const asked = searchParams.get('query');
  const point = pointIn(pair, marker) ?? (asked && pointIn(pair, asked));
  if (point) return point;
  return asked ? { text: asked } : pointIn(mapHash, decoded(hash));
}

function pointIn(pattern: RegExp, text: string): PastedPoint | undefined {
  const [, latitude, longitude] = pattern.exec(text) ?? [];
  return onEarth(Number(latitude ?? Number.NaN), Number(longitude));
}

function onEarth(latitude: number, longitude: number): PastedPoint | undefined {
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The digits of Open Location Code; a code of a place has a plus sign after the eighth. */
const digits = '23456789CFGHJMPQRVWX';
const fullCode = /^[2-9C][2-9CFGHJMPQRV][2-9CFGHJMPQRVWX]{6}\+(?:[2-9CFGHJMPQRVWX]{2,7})?$/i;
const shortCode = /^[2-9CFGHJMPQRVWX]{2,6}\+[2-9CFGHJMPQRVWX]{2,7}(?=$|[ ,])/i;

/** Whether a text begins with a plus code without its first digits, which needs a place to be read. */
export function isShortPlusCode(text: string): boolean {
  return shortCode.test(text) && text.indexOf('+') % 2 === 0;
}

/**
 * The middle of the area of a full plus code (Open Location Code). Ten digits are five pairs of
 * latitude and longitude, each a twentieth of the pair before. Further digits divide the area into
 * five rows and four columns.
 */
export function readPlusCode(text: string): PastedPoint | undefined {
  if (!fullCode.test(text)) return undefined;
  const values = [...text.toUpperCase().replace('+', '')].map(digit => digits.indexOf(digit));
  let [latitude, longitude, height, width] = [-90, -180, 400, 400];
  const pairs = values.slice(0, 10);
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    height /= 20;
    width /= 20;
    latitude += pairs[at]! * height;
    longitude += pairs[at + 1]! * width;
  }
  for (const value of values.slice(10)) {
    height /= 5;
    width /= 4;
    latitude += Math.floor(value / 4) * height;
    longitude += (value % 4) * width;
  }
  return onEarth(latitude + height / 2, longitude + width / 2);
}
