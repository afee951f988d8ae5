import assert from 'node:assert/strict';
import test from 'node:test';
import { readMappings } from '#importing/column-renamer.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import { places } from '#importing/datasets/place-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import { openTally } from '#importing/report.ts';
import { KtimaError } from '#tools/errors.ts';
import { assertHas } from '../cases.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { costs, linesOf } from './import-costs.ts';

const { put } = temporaryFolder();

test('notes of a dataset are counted by reason, with the first few places', async () => {
  const square = '"POLYGON((23.7 38,23.701 38,23.701 38.001,23.7 38.001,23.7 38))"';
  const codes = ['50681726003', '50681726004', '50681726005', '50681726006', '120981726003'];
  const file = put('plots.csv', `KAEK,wkt\n${codes.map(code => `${code},${square}`).join('\n')}\n`);
  const tally = openTally();
  const kept: string[] = [];
  await featureFeed(parcels, [file], {}, () => {})(({ kaek }) => {
    kept.push(kaek);
    return undefined;
  }, tally);
  const padded = codes.map(code => code.padStart(12, '0'));
  assert.deepEqual(kept, padded);
  const places = [2, 3, 4].map(line => `plots.csv, line ${line}: 05068172600${line + 1}`);
  const restored = '4 KAEK: a first zero that was lost is put back';
  assert.deepEqual(linesOf(tally.result().notes), [`${restored}: ${places.join('; ')}`]);
});

test('--map reads the columns of rates and depreciation, each in its own file', async () => {
  const rates = put('rates.csv', 'ΤΚ;Είδος;Τιμή;Από;Πηγή\n10;apartment;1.520,50;01/02/2026;x\n');
  const ageing = put('ageing.csv', 'property_type;Μέθοδος;Έτη;Υπόλοιπο\nhouse;ross;80;0,2\n');
  const ofRates = ['postal_prefix=ΤΚ', 'property_type=Είδος', 'rate_eur_m2=Τιμή', 'valid_from=Από'];
  const ofAgeing = ['method=μεθοδος', 'useful_life_years=Έτη', 'residual_share=Υπόλοιπο'];
  const read = async (files: readonly string[], ...map: string[]) => {
    const rows: object[] = [];
    readMappings(map, costs.columns!);
    await featureFeed(costs, files, { map }, () => {})(row => {
      rows.push(row);
      return undefined;
    }, openTally());
    return rows;
  };
  const map = [...ofRates, 'source=Πηγή', ...ofAgeing];
  const rate = { postalPrefix: '10', propertyType: 'apartment', rateEurM2: 1520.5 };
  const life = { propertyType: 'house', method: 'ross', usefulLifeYears: 80, residualShare: 0.2 };
  const wanted = [{ ...rate, validFrom: '2026-02-01', source: 'x' }, life];
  assert.deepEqual(await read([rates, ageing], ...map), wanted);
  assert.deepEqual(await read([ageing, rates], ...map), wanted.toReversed());
  await assert.rejects(read([rates, ageing], ...map.slice(1), 'postal_prefix=ΤΚΚ'), {
    code: 'USAGE',
    message:
      '--map postal_prefix=ΤΚΚ: expected a column of the file: ΤΚ, Είδος, Τιμή, Από, Πηγή, property_type, Μέθοδος, Έτη, Υπόλοιπο',
  });
});

test('--map reads columns with unusual names, and the report names those that are ignored', async () => {
  const readFile = async (path: string, ...map: string[]) => {
    const tally = openTally();
    const rows: object[] = [];
    const type = { all: 'high_school', ofValue: new Map() } as const;
    await featureFeed(places, [path], { map, type }, () => {})(row => {
      rows.push(row);
      tally.keep();
      return undefined;
    }, tally);
    return { rows, ...tally.result() };
  };
  const read = (csv: string, ...map: string[]) => readFile(put('schools.csv', csv), ...map);
  const csv = 'id,Όνομα,name_gr,Β,Α\n7,Γυμνάσιο,old,38,23\n';
  const position = ['latitude=Β', 'longitude=Α'];
  const { rows, notes } = await read(csv, 'name_gr=ονομα', ...position);
  const given = { name_gr: 'Γυμνάσιο', latitude: 38, longitude: 23, place_type: 'high_school' };
  const empty = { external_id: null, name_en: null, place_category: null };
  assert.deepEqual(rows, [{ ...empty, ...given }]);
  const twice = await read(csv, 'name_gr=Όνομα', 'name_en=Όνομα', ...position);
  assert.deepEqual(twice.rows, [{ ...empty, ...given, name_en: 'Γυμνάσιο' }]);
  assert.equal(notes[0]!.reason, 'columns ignored: id; --map FIELD=COLUMN reads one');
  const [refused] = (await read(csv)).refused;
  assertHas(refused!.reason, 'latitude, longitude: expected columns of these names, --map FIELD=');
  await assert.rejects(read(csv, 'name_gr=onoma'), {
    message:
      'schools.csv: --map name_gr=onoma: expected a column of the file: id, Όνομα, name_gr, Β, Α',
  });
  const marked = 'name_gr,X_EGSA,Y_EGSA\nΓυμνάσιο,476123.45,4203000\n';
  const plane = await read(marked, 'x=X_EGSA', 'y=Y_EGSA');
  assert.deepEqual(plane.rows, (await read(marked)).rows);
  assert.equal(plane.rows.length, 1);
  const point = { type: 'Point', coordinates: [23, 38] };
  const sparse = [{ a: 'Γυμνάσιο' }, { a: 'Λύκειο', b: 'Lyceum' }].map(properties => {
    return { type: 'Feature', geometry: point, properties };
  });
  const collection = JSON.stringify({ type: 'FeatureCollection', features: sparse });
  const late = await readFile(put('schools.geojson', collection), 'name_gr=a', 'name_en=b');
  const names = late.rows.map(row => (row as { name_en: string | null }).name_en);
  assert.deepEqual(names, [null, 'Lyceum']);
});

test('broken Greek is corrected where that is certain, and counted with what is lost', async () => {
  const read = async (csv: string | Uint8Array, encoding?: 'windows-1253' | 'windows-1252') => {
    const tally = openTally();
    const rows: (string | null)[] = [];
    const options = { encoding, type: { all: 'bank', ofValue: new Map() } } as const;
    await featureFeed(places, [put('banks.csv', csv)], options, () => {})(row => {
      rows.push(row.name_gr);
      return undefined;
    }, tally);
    return { rows, notes: tally.result().notes };
  };
  const csv = (...names: string[]) =>
    `name_gr,lat,lon\n${names.map(name => `${name},38,23\n`).join('')}`;
  const names = ['Ô.Ó. Åõêáñðßáò', 'Î‘Î¸Î®Î½Î±', '?.?. ?????????', 'Á', 'Πάτρα', 'Hôtel'];
  const { rows, notes } = await read(csv(...names));
  assert.deepEqual(rows, ['Τ.Σ. Ευκαρπίας', 'Αθήνα', '?.?. ?????????', 'Á', 'Πάτρα', 'Hôtel']);
  assert.deepEqual(
    notes.map(one => `${one.count} ${one.reason.split(' (')[0]}: ${one.examples[0]}`),
    [
      '1 Greek that was saved as Latin letters: ' +
        'banks.csv, line 2: name_gr: "Ô.Ó. Åõêáñðßáò" is "Τ.Σ. Ευκαρπίας"',
      '1 UTF-8 that was saved as other letters: ' +
        'banks.csv, line 3: name_gr: "Î‘Î¸Î®Î½Î±" is "Αθήνα"',
      '1 letters that an earlier program lost: banks.csv, line 4: name_gr: "?.?. ?????????"',
      '1 a few letters that may be Greek, as others of the file are: banks.csv',
    ],
  );
  assert.deepEqual((await read(csv('Πάτρα', 'Á', 'Hôtel'))).notes, []);
  // --encoding decodes the bytes, whatever the guess would be.
  const bytes = Buffer.from(csv('\xc1\xe8\xde\xed\xe1', '\xc1'), 'latin1');
  assert.deepEqual((await read(bytes, 'windows-1253')).rows, ['Αθήνα', 'Α']);
  assert.deepEqual((await read(bytes, 'windows-1252')).rows, ['ÁèÞíá', 'Á']);
  const header = await read('Î¿Î½Î¿Î¼Î±,lat,lon\nΠάτρα,38,23\n');
  const [column] = header.notes.flatMap(({ examples }) => examples);
  assert.equal(column, 'banks.csv, line 2: a column: "Î¿Î½Î¿Î¼Î±" is "ονομα"');
  assert.deepEqual(header.rows, ['Πάτρα']);
});

test('a mapping names a field of the layer once, and a column', () => {
  const fields = ['name_gr', 'latitude'];
  readMappings(['name_gr=a=b', 'latitude=Β'], fields);
  for (const mappings of [['name=a'], ['name_gr'], ['name_gr='], ['name_gr=a', 'name_gr=b']]) {
    assert.throws(() => readMappings(mappings, fields), KtimaError);
  }
});
