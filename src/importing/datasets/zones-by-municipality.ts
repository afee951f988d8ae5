import {
  borderAccuracyMetres,
  groundOf,
  type Municipality,
} from '#domain/geocoder/country/municipality.ts';
import type {
  Meaning,
  openMunicipalityNames,
} from '#domain/geocoder/country/municipality-names.ts';
import { usualNames } from '#domain/property/usual-names.ts';
import type { ZoneKind } from '#domain/zones/kind.ts';
import type { ZoneAttributes, ZoneSet } from '#domain/zones/zone.ts';
import { polygonsOf } from '#tools/geo/polygon.ts';
import { otherNamesOf } from './column-fields.ts';
import { type Dataset, Refused, Repeated } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { zonesOf } from './zone-dataset.ts';

const otherNames = otherNamesOf({
  municipality_2010: 'Δήμος 2010, Δήμος Καλλικράτη, Καλλικρατικός δήμος, Δήμος (2010)',
  municipality: `
    Δήμος, Όνομα δήμου, Ονομασία δήμου, dimos, Ο.Τ.Α., Κωδικός δήμου, Κωδ. δήμου, KWD_YPES,
    Κωδικός ΥΠΕΣ, Δημοτική ενότητα, Δ.Ε., Κοινότητα`,
  regional_unit: usualNames.regional_unit,
});

/** Zones of one kind as a table of municipalities with the fields of the kind, drawn by their borders. */
export function zonesByMunicipality(
  kind: ZoneKind,
  given: ZoneAttributes,
  all: readonly Municipality[],
  find: ReturnType<typeof openMunicipalityNames>,
): Dataset<'zones'> {
  const named = new Set<Municipality>();
  const seen = new Set<string>();
  const missing = () => all.filter(one => !named.has(one));
  const set: ZoneSet = {
    kind,
    accuracyMetres: borderAccuracyMetres,
    // Read after the last row.
    get covers() {
      const name = `${named.size}/${all.length} δήμοι (municipalities)`;
      const coordinates = missing().flatMap(({ geometry }) => polygonsOf(geometry));
      return { name, geometry: { type: 'MultiPolygon', coordinates } as const };
    },
  };
  const zones = zonesOf(set, given, true);
  return {
    ...zones,
    mapped: [...zones.mapped!, 'municipality_2010', 'municipality', 'regional_unit'],
    check(note) {
      for (const { id } of missing()) note('municipality without a row: it is not covered', id);
    },
    open(reader, options, note) {
      const fieldsOf = openFields(reader, options, otherNames);
      const inDegrees = { ...reader, epsg: 4326, crsName: undefined, crsProblem: undefined };
      const toZone = zones.open(inDegrees, { ...options, srid: undefined }, note);
      return feature => {
        const meaning = municipalityOf(fieldsOf(feature), find);
        const properties = { label: labelOf(meaning), ...feature.properties };
        const zone = toZone({ ...feature, properties, geometry: groundOf(meaning) });
        for (const one of meaning) named.add(one);
        const key = JSON.stringify([labelOf(meaning), zone.attributes]);
        if (seen.has(key)) throw new Repeated();
        seen.add(key);
        return zone;
      };
    },
  };
}

/** The second column is for older communes, by their municipality of 2010. */
function municipalityOf(
  { textOrNull }: Fields,
  find: ReturnType<typeof openMunicipalityNames>,
): Meaning {
  const name = textOrNull('municipality_2010') ?? textOrNull('municipality');
  if (name === null) {
    throw new Refused(
      'municipality',
      'its name or code; --fields municipality=COLUMN names the column',
    );
  }
  const unit = textOrNull('regional_unit');
  const [found, ...others] = find(name, unit);
  if (found && others.length === 0) return found;
  const expected = found
    ? 'a name of one municipality; a column regional_unit decides between namesakes'
    : 'a municipality or municipal unit; a column municipality_2010 names that of an older commune';
  const namesakes = found ? `: ${[found, ...others].map(labelOf).join(', ')}` : '';
  throw new Refused('municipality', expected, [name, unit].filter(Boolean).join(', ') + namesakes);
}

function labelOf(meaning: Meaning): string {
  const [{ id, code, namesOf2010 }, ...others] = meaning as [Municipality, ...Meaning];
  const name = others.length > 0 ? namesOf2010[0]! : id;
  return code === null ? name : `Δήμος ${name}`;
}
