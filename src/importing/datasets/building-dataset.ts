import { isSwapped } from '#domain/property/greece.ts';
import { generalNames, listOf, usualNames } from '#domain/property/usual-names.ts';
import { type Building, buildingLimits, isTooLong } from '#domain/zones/buildings.ts';
import { boundsOf, polygonsOf } from '#tools/geo/polygon.ts';
import { otherNamesOf } from './column-fields.ts';
import { type Dataset, type Note, Refused } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { geometryReader } from './geometry-column.ts';
import { refuseOutsideGreece } from './parcel-dataset.ts';

/** The columns, each with other usual names of it. */
const names = {
  external_id: 'id, building_id, osm_id, Κωδικός, Κωδικός κτιρίου',
  name: 'Όνομα, Ονομασία',
  use: [
    ...listOf('building, building use, usage, use type, function, Κύρια χρήση'),
    ...usualNames.use,
  ],
  levels: [
    ...listOf('building:levels, num_floors, numberOfFloorsAboveGround, stories, Επίπεδα'),
    ...usualNames.floors,
  ],
  height: 'height_m, building_height, Ύψος, Ύψος κτιρίου, Ύψος (μ)',
  year: [
    ...listOf('start_date'),
    ...usualNames.construction_year,
    ...generalNames.construction_year!,
  ],
  material: `building:material, structure, construction, Υλικό, Υλικό κατασκευής,
    Φέρων οργανισμός`,
} as const;
type Field = keyof typeof names;
const otherNames = otherNamesOf(names);

/** A longer outline takes too long to compare with a parcel. */
const most = buildingLimits.positions;

/** Buildings: areas, with what a file has of them. A number that cannot be read refuses none. */
export const buildings: Dataset<'buildings'> = {
  layer: 'buildings',
  columns: Object.keys(names),
  otherNames,
  open(reader, options, note = () => {}) {
    const geometries = geometryReader(reader, options);
    const fieldsOf = openFields(reader, options, otherNames);
    return (feature): Building => {
      const geometry = geometries.polygonOnGlobe(geometries.drawnPolygon(feature.geometry));
      const box = boundsOf(geometry);
      if (!options.anywhere) refuseOutsideGreece(box, () => isSwapped(box.south, box.west));
      if (isTooLong(box)) {
        throw new Refused('geometry', `a building of at most ${buildingLimits.metres} m`);
      }
      const count = polygonsOf(geometry).flat(2).length;
      if (count > most) throw new Refused('geometry', `at most ${most} positions`, count);
      const fields = fieldsOf(feature);
      const number = (field: Field, limits: Limits) => numberOf(fields, field, limits, note);
      return {
        externalId: fields.textOrNull('external_id'),
        name: fields.textOrNull('name'),
        use: fields.textOrNull('use'),
        levels: number('levels', buildingLimits.levels),
        heightMetres: number('height', buildingLimits.heightMetres),
        constructionYear: yearOf(fields.textOrNull('year'), note),
        material: fields.textOrNull('material'),
        geometry,
      };
    };
  },
};

interface Limits {
  readonly least: number;
  readonly most: number;
}

/** A number within limits; 0 is how programs write an unknown one. Others are noted. */
function numberOf(
  fields: Fields,
  field: Field,
  { least, most }: Limits,
  note: Note,
): number | null {
  const text = fields.textOrNull(field);
  if (text === null || /^0+(?:[.,]0*)?$/.test(text)) return null;
  try {
    return fields.number(field, least, most);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error.reason.replace('expected', 'not kept, expected'), text);
    return null;
  }
}

/** The year of a year or of a day; an approximate one is not known. */
export function yearIn(text: string): number | undefined {
  const [, year] = /^(\d{4})(?:-\d\d(?:-\d\d(?:T.*)?)?)?$/.exec(text.trim()) ?? [];
  const { least, most } = buildingLimits.constructionYear;
  return year !== undefined && Number(year) >= least && Number(year) <= most
    ? Number(year)
    : undefined;
}

function yearOf(text: string | null, note: Note): number | null {
  if (text === null || text === '0') return null;
  const year = yearIn(text);
  if (year === undefined) note('year: not kept, expected a year such as 1985', text);
  return year ?? null;
}
