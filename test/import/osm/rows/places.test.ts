import assert from 'node:assert/strict';
import test from 'node:test';
import { placeTypes } from '../../../../src/property/place-types.ts';
import { area, candidatesOf, line, node } from './osm-subjects.ts';

/** For each type: what is one, and what only looks like one; `->` names what it is instead. */
const table: Record<string, { readonly yes: string; readonly no: string }> = {
  airport: {
    yes: `
      aeroway=aerodrome iata=VOL
      aeroway=aerodrome aerodrome=international
      aeroway=aerodrome aerodrome=public
      aeroway=aerodrome aerodrome:type=regional
      aeroway=aerodrome aerodrome:type=domestic
      aeroway=aerodrome iata=VOL military=airfield`,
    no: `
      aeroway=aerodrome
      aeroway=aerodrome aerodrome:type=private
      aeroway=heliport iata=VOL
      aeroway=aerodrome aerodrome:type=public aerodrome=airstrip
      aeroway=aerodrome aerodrome:type=airstrip
      aeroway=aerodrome aerodrome=heliport iata=VOL
      aeroway=aerodrome aerodrome:type=public military=airfield
      aeroway=aerodrome aerodrome=regional landuse=military`,
  },
  bank: { yes: 'amenity=bank', no: 'amenity=atm' },
  bus_stop: {
    yes: `
      highway=bus_stop
      public_transport=platform bus=yes
      public_transport=platform trolleybus=yes`,
    no: `
      public_transport=platform
      public_transport=platform tram=yes
      public_transport=stop_position bus=yes
      highway=bus_stop public_transport=stop_position`,
  },
  bus_station: {
    yes: `
      amenity=bus_station
      amenity=bus_station name=ΚΤΕΛ_Μαγνησίας
      public_transport=station bus=yes`,
    no: 'public_transport=station',
  },
  metro_station: {
    yes: `
      railway=station station=subway
      railway=station subway=yes
      public_transport=station subway=yes
      railway=station station=subway opening_date=2003-01-28
      railway=station station=subway start_date=2026`,
    no: `
      railway=subway_entrance
      railway=subway_entrance public_transport=station subway=yes
      railway=station station=subway disused=yes
      railway=station station=subway abandoned:railway=station
      disused:railway=station station=subway
      railway=abandoned station=subway
      railway=station station=subway proposed:name=Νέα
      railway=station station=subway construction=minor`,
  },
  future_metro_station: {
    yes: `
      railway=construction construction=station station=subway
      railway=construction construction=station construction:station=subway
      railway=construction construction=station subway=yes
      railway=construction construction=station network=Μετρό_Θεσσαλονίκης
      railway=construction construction=station operator=Attiko_Metro
      railway=construction construction=subway station=subway
      construction:railway=station construction:station=subway
      railway=proposed proposed=station network=ΜΕΤΡΟ
      proposed:railway=station subway=yes
      railway=station station=subway opening_date=2030
      railway=station subway=yes start_date=2026-06
      public_transport=station subway=yes opening_date=2026-05-16`,
    no: `
      railway=construction construction=station
      railway=construction construction=rail subway=yes
      railway=construction construction=subway
      construction:railway=station network=Metropolitan
      railway=proposed proposed=rail subway=yes
      proposed:railway=station train=yes
      railway=construction construction=station subway=yes abandoned=yes
      railway=station station=subway opening_date=soon -> metro_station
      railway=station station=subway opening_date=2026-05-15 -> metro_station`,
  },
  tram_station: {
    yes: `
      railway=tram_stop
      public_transport=station tram=yes`,
    no: `
      railway=tram_level_crossing
      public_transport=stop_position tram=yes`,
  },
  train_station: {
    yes: `
      railway=station
      railway=halt
      railway=station network=Προαστιακός
      public_transport=station train=yes`,
    no: `
      railway=station station=light_rail
      railway=station station=funicular
      railway=halt station=miniature
      railway=station light_rail=yes
      railway=station station=subway -> metro_station
      railway=station subway=yes -> metro_station
      railway=disused
      railway=station disused=yes
      railway=station disused:railway=station`,
  },
  kindergarden: {
    yes: `
      amenity=kindergarten
      education=kindergarten
      amenity=childcare
      amenity=school isced:level=0
      education=school isced:level=0
      amenity=school name=3ο_Νηπιαγωγείο_Βόλου
      amenity=school name=ΒΡΕΦΟΝΗΠΙΑΚΟΣ
      amenity=school name=Δημοτικός_Παιδικός_Σταθμός
      amenity=school name=3rd_Kindergarten_of_Volos
      amenity=school name=3o_Nipiagogeio`,
    no: 'amenity=school isced:level=0;1 -> elementary_school',
  },
  primary_school: {
    yes: `
      amenity=school isced:level=1
      education=school isced:level=1
      amenity=school name=11ο_Δημοτικό_Σχολείο_Βόλου
      amenity=school name=1ο_ΔΗΜΟΤΙΚΟ_ΣΧΟΛΕΙΟ
      amenity=school name=5ο_Δ.Σ._Βόλου
      amenity=school name=5ο_ΔΣ_Βόλου
      amenity=school name:el=5ο_Δημοτικό_Σχολείο
      amenity=school isced:level=primary name=Δημοτικό_Σχολείο
      amenity=school name=11th_Primary_School_of_Volos
      amenity=school name:en=5th_Elementary_School
      amenity=school int_name=5o_Dimotiko_Scholeio`,
    no: `
      amenity=school isced:level=1 name=Φροντιστήριο_Άλφα
      amenity=school name=Αδσ -> elementary_school`,
  },
  high_school: {
    yes: `
      amenity=school isced:level=2
      amenity=school isced:level=3
      education=school isced:level=2;3
      amenity=school isced:level=2-3
      amenity=school isced:level=0;2
      amenity=school name=1ο_Γυμνάσιο
      amenity=school name=ΓΥΜΝΑΣΙΟ_-_ΛΥΚΕΙΟ
      amenity=school name=3°_Λύκειο_Βόλου
      amenity=school name=2ο_ΓΕΛ
      amenity=school name=2ο_Γε.Λ._Βόλου
      amenity=school name=1ο_ΕΠΑ.Λ.
      amenity=school isced:level=3 name=Δημοτικό_Σχολείο
      amenity=school name=42ο_Γυ\u00b5νάσιο
      amenity=school name=1st_Gymnasium_of_Volos
      amenity=school name=2nd_Lyceum
      amenity=school name=Gymnasium_-_Lykeio_Agrias
      amenity=school name=3o_Geniko_Lykio
      amenity=school name=4th_High_School
      amenity=school name=1o_EPAL_Volou`,
    no: `
      amenity=school name=Ωδείο_και_Λύκειο
      leisure=sports_centre name=Γυμναστήριο -> sports`,
  },
  elementary_school: {
    yes: `
      amenity=school
      education=school
      amenity=school name=Καρτάλειο_Διδακτήριο
      amenity=school isced:level=0-1
      amenity=school isced:level=1;2
      amenity=school isced:level=1-3
      amenity=school name=Δημοτικό_-_Γυμνάσιο_-_Λύκειο
      amenity=school name=Νηπιαγωγείο_&_Δημοτικό_Σχολείο
      amenity=school name=Primary_and_High_School_of_Pelion
      amenity=school name=International_School`,
    no: `
      amenity=school name=Φροντιστήριο_Θεωρία
      amenity=school name=ΦΡΟΝΤΙΣΤΗΡΙΑ
      amenity=school name=Δημοτικό_Ωδείο_Βόλου
      amenity=school name=Κέντρο_Ξένων_Γλωσσών
      amenity=music_school
      amenity=language_school
      education=school amenity=language_school
      amenity=school isced:level=4
      disused:amenity=school`,
  },
  university: {
    yes: `
      amenity=university
      education=university`,
    no: 'amenity=college',
  },
  hospital: {
    yes: `
      amenity=hospital
      healthcare=hospital`,
    no: `
      amenity=veterinary
      amenity=veterinary healthcare=hospital
      amenity=hospital name=Κτηνιατρικό_Νοσοκομείο`,
  },
  clinic: {
    yes: `
      amenity=clinic
      healthcare=clinic
      healthcare=centre
      amenity=doctors name=ΚΕΝΤΡΟ_ΥΓΕΙΑΣ_ΒΟΛΟΥ
      amenity=doctors name=1η_Τ.Ο.ΜΥ.
      amenity=doctors name=ΠΕΔΥ_Βόλου
      amenity=doctors name=Δημοτικό_Πολυϊατρείο
      amenity=doctors name=Περιφερειακό_Ιατρείο_Αφήσσου`,
    no: `
      amenity=doctors
      amenity=doctors name=Οφθαλμίατρος
      amenity=dentist
      amenity=dentist healthcare=clinic
      amenity=veterinary healthcare=clinic`,
  },
  park: {
    yes: `
      leisure=park name=Πάρκο
      leisure=garden name=Κήπος access=yes
      leisure=garden name=Κήπος access=public`,
    no: `
      leisure=park
      leisure=park name=Πάρκο access=private
      leisure=garden
      leisure=garden access=yes
      leisure=garden name=Κήπος
      leisure=garden name=Κήπος access=private`,
  },
  playground: {
    yes: 'leisure=playground',
    no: `
      leisure=playground access=private
      leisure=playground access=customers`,
  },
  fuel_station: {
    yes: `
      amenity=fuel
      amenity=fuel fuel:electricity=yes fuel:diesel=yes`,
    no: `
      amenity=charging_station
      amenity=fuel boat=yes
      amenity=fuel seamark:type=small_craft_facility
      amenity=fuel fuel:electricity=yes`,
  },
  sports: {
    yes: `
      leisure=sports_centre
      leisure=stadium
      leisure=sports_hall
      leisure=fitness_centre
      leisure=ice_rink
      leisure=swimming_pool access=yes
      leisure=swimming_pool access=public
      leisure=pitch name=Γήπεδο`,
    no: `
      leisure=swimming_pool
      leisure=swimming_pool access=private
      leisure=swimming_pool access=customers
      leisure=pitch
      leisure=sports_centre access=private`,
  },
  church: {
    yes: 'amenity=place_of_worship religion=christian',
    no: `
      amenity=place_of_worship
      amenity=place_of_worship religion=muslim
      historic=wayside_shrine religion=christian
      amenity=place_of_worship religion=christian historic=wayside_shrine`,
  },
  police: { yes: 'amenity=police', no: 'abandoned:amenity=police' },
  post_office: { yes: 'amenity=post_office', no: 'amenity=post_box' },
  shopping_mall: { yes: 'shop=mall', no: 'shop=department_store' },
  city_hall: {
    yes: `
      amenity=townhall
      amenity=townhall name=Δημαρχείο_Σκεπαστού`,
    no: `
      amenity=townhall name=ΚΕΠ_Βόλου
      amenity=townhall name=Κ.Ε.Π.
      amenity=townhall name=Κέντρο_Εξυπηρέτησης_Πολιτών`,
  },
  supermarket: { yes: 'shop=supermarket', no: 'shop=convenience' },
};

test('every type has a row in the table', () => {
  assert.deepEqual(Object.keys(table).toSorted(), placeTypes.toSorted());
});

for (const [type, { yes, no }] of Object.entries(table)) {
  for (const tags of yes.trim().split(/\n\s*/)) {
    test(`${tags}: ${type}`, () => assert.deepEqual(typesOf(node(tags)), [type]));
  }
  for (const row of no.trim().split(/\n\s*/)) {
    const [tags, instead] = row.split(' -> ');
    test(`${tags}: no ${type}`, () => {
      assert.deepEqual(typesOf(node(tags!)), instead ? [instead] : []);
    });
  }
}

function typesOf(object: ReturnType<typeof node>): string[] {
  return candidatesOf(object).map(({ place }) => place.place_type);
}

test('a place keeps its object, the tag that matched, both names and seven decimals', () => {
  const tags = 'amenity=bank;atm name=Τράπεζα_Πειραιώς name:en=Piraeus_Bank';
  const [found] = candidatesOf(node(tags, 123, [22.950000049, 39.360000051]));
  assert.deepEqual(found?.place, {
    external_id: 'node/123',
    name_gr: 'Τράπεζα Πειραιώς',
    name_en: 'Piraeus Bank',
    place_category: 'amenity=bank',
    place_type: 'bank',
    latitude: 39.3600001,
    longitude: 22.95,
  });
});

for (const [tags, name_gr, name_en] of [
  ['name=Alpha_Bank', null, 'Alpha Bank'],
  ['name=Άλφα', 'Άλφα', null],
  ['name=Alpha name:el=Άλφα', 'Άλφα', 'Alpha'],
  ['name=Άλφα int_name=Alpha', 'Άλφα', 'Alpha'],
  ['name=Άλφα int_name=Alfa name:en=Alpha', 'Άλφα', 'Alpha'],
  ['name=Τράπεζα_Alpha', 'Τράπεζα Alpha', null],
  ['name=Банк', null, null],
  ['name=112', null, null],
  ['name:de=Bank', null, null],
] as const) {
  test(`the names of ${tags} are ${name_gr} and ${name_en}`, () => {
    const [found] = candidatesOf(node(`amenity=bank ${tags}`));
    assert.deepEqual([found?.place.name_gr, found?.place.name_en], [name_gr, name_en]);
  });
}

test('closed ways and multipolygons are places, open ways and other relations none', () => {
  assert.deepEqual(typesOf(area('amenity=bank')), ['bank']);
  assert.deepEqual(typesOf(area('amenity=bank type=multipolygon', { kind: 'relation' })), ['bank']);
  assert.deepEqual(typesOf(area('amenity=bank type=site', { kind: 'relation' })), []);
  assert.deepEqual(typesOf(line('amenity=bank', 1, [22, 39], [22, 40])), []);
});

test('a way under construction is track, a node of it may be a station', () => {
  const tags = 'railway=construction construction=subway subway=yes';
  assert.deepEqual(typesOf(node(tags)), ['future_metro_station']);
  assert.deepEqual(typesOf(area(tags)), []);
});

test('an interchange is a place of each type under one external id', () => {
  const found = candidatesOf(node('railway=station train=yes subway=yes', 7));
  assert.deepEqual(
    found.map(({ place }) => [place.external_id, place.place_type]),
    [
      ['node/7', 'metro_station'],
      ['node/7', 'train_station'],
    ],
  );
});

test('a bank in a former café is open, a former bank is not', () => {
  assert.deepEqual(typesOf(node('amenity=bank disused:amenity=cafe')), ['bank']);
  assert.deepEqual(typesOf(node('amenity=bank disused:amenity=bank')), []);
  assert.deepEqual(typesOf(node('amenity=bank abandoned=yes')), []);
  assert.deepEqual(typesOf(node('amenity=bank abandoned=no')), ['bank']);
});

test('a park without a name counts from 300 m², wherever it lies', () => {
  for (const at of [
    [22.95, 39.36],
    [1.5, 42.5],
  ] as const) {
    assert.deepEqual(typesOf(area('leisure=park', { at, sides: 17.4 })), ['park']);
    assert.deepEqual(typesOf(area('leisure=park', { at, sides: 17.2 })), []);
  }
});

test('the holes of a park do not count as its area', () => {
  const park = area('leisure=park', { sides: 20 });
  const hole = area('leisure=park', { sides: 15 }).outline!.coordinates[0]!;
  const coordinates = [park.outline!.coordinates[0]!, hole] as never;
  assert.deepEqual(typesOf({ ...park, outline: { type: 'Polygon', coordinates } }), []);
});
