import {
  type DetailName,
  detailFields,
  type FieldName,
  valuationNames,
} from '#domain/property/valuation-fields.ts';
import { invalid, KtimaError } from '#tools/errors.ts';
import type { ImageToDraw, ReportPages } from '../api-parts.ts';
import type { DocumentFields } from './document-fields.ts';
import { hasTooManyScans, mostScans, readImageHeader } from './image-header.ts';

const detailNames = Object.keys(detailFields) as DetailName[];

/** Of all images of a document together: of their files, and when they are drawn. */
const [mostBytes, mostPixels] = [10_000_000, 40_000_000];

/** Enough for half a page at 200 dots per inch, as in the console. */
const photograph = { mostWidth: 1600, mostHeight: 1600, as: 'image/jpeg' } as const;
const logo = { mostWidth: 480, mostHeight: 160, as: 'image/png' } as const;

/** The document as the sheet reads it: all fields are texts. */
export async function documentOf(fields: DocumentFields, pages: ReportPages, signal: AbortSignal) {
  const written = (names: readonly FieldName[]) =>
    Object.fromEntries(
      names.flatMap(name => (fields[name] === undefined ? [] : [[name, String(fields[name])]])),
    );
  const { template, comparables = [] } = fields;
  const valuation = { ...(template && { template }), ...written(valuationNames) };
  const none = Object.fromEntries(detailNames.map(name => [name, '']));
  return {
    details: { ...none, ...written(detailNames), valuation, comparables },
    ...(await drawImages(fields, pages, signal)),
  };
}

interface Images {
  readonly logo: string | undefined;
  readonly photos: readonly { readonly image: string; readonly caption: string }[];
}

/** Draws the images of a document anew, as `data:` URLs. Throws INVALID_INPUT for one that is none. */
async function drawImages(
  fields: DocumentFields,
  reportPages: ReportPages,
  signal: AbortSignal,
): Promise<Images> {
  const { photographs = [] } = fields;
  const wanted = [
    ...(fields.logo === undefined ? [] : [{ name: 'logo', base64: fields.logo, ...logo }]),
    ...photographs.map((one, i) => ({
      name: `photographs[${i}].image`,
      base64: one.image,
      ...photograph,
    })),
  ];
  if (wanted.length === 0) return { logo: undefined, photos: [] };
  if (!reportPages.redraw) {
    throw invalid(
      'photographs, logo',
      'none, because KTIMA_CHROMIUM, which draws them, is not set',
    );
  }
  const drawn = await reportPages.redraw(checked(wanted), signal);
  const urls = drawn.map(
    (url, i) => url ?? refuse(`${wanted[i]!.name}: the image cannot be drawn`),
  );
  const hasLogo = fields.logo !== undefined;
  return {
    logo: hasLogo ? urls[0] : undefined,
    photos: photographs.map(({ caption = '' }, i) => ({
      caption,
      image: urls[i + Number(hasLogo)]!,
    })),
  };
}

/** Reads the sizes from the headers: nothing is decoded before all are known. */
function checked(
  wanted: readonly (Omit<ImageToDraw, 'type'> & { readonly name: string })[],
): ImageToDraw[] {
  let [bytes, pixels] = [0, 0];
  return wanted.map(({ name, ...image }) => {
    const file = Buffer.from(image.base64, 'base64');
    const header = readImageHeader(file) ?? refuse(`${name}: expected a JPEG, PNG or WebP`);
    bytes += file.length;
    pixels += header.width * header.height;
    if (bytes > mostBytes) refuse(`${name}: expected images of at most 10 MB together`);
    if (pixels > mostPixels) refuse(`${name}: expected images of at most 40 megapixels together`);
    if (header.type === 'image/jpeg' && hasTooManyScans(file)) {
      refuse(`${name}: expected a JPEG of at most ${mostScans} scans; save it as not progressive`);
    }
    return { ...image, type: header.type };
  });
}

function refuse(message: string): never {
  throw new KtimaError('INVALID_INPUT', `fields.${message}`);
}
