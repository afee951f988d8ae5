import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { csvRecords } from '#tools/csv/records.ts';
import { errorTypes, KtimaApiError } from '../../client/src/client.ts';
import { isQueueFull } from '../../console/src/pages/portfolio/run/ask-portfolios.ts';
import {
  el as propertiesEl,
  en as propertiesEn,
} from '../../console/src/pages/properties/words.ts';
import { groupSources, loadedBetween } from '../../console/src/pages/report/sheet/group-sources.ts';
import { el as reportEl, en as reportEn } from '../../console/src/pages/report/words/words.ts';
import { nameIn } from '../../console/src/property/cost/refusals.ts';
import { shippedText } from '../../console/src/property/cost/shipped-texts.ts';
import { el as costEl, en as costEn } from '../../console/src/property/cost/words.ts';
import { cardPosition } from '../../console/src/property/map/card-position.ts';
import { byKind, placeNames } from '../../console/src/property/places/places.ts';
import { nearestSize } from '../../console/src/shell/drawer-size.ts';
import { withUnbrokenCode } from '../../console/src/state/subject/address-text.ts';
import { pageTitle } from '../../console/src/state/subject/subject-text.ts';
import { writeCurl, writeTypeScript } from '../../console/src/tools/developers/write-request.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { decimalPair, formatter, sexagesimal } from '../../console/src/tools/language/format.ts';
import {
  attributionText,
  licenceName,
  sourceName,
} from '../../console/src/tools/language/source-name.ts';
import { describeFailure } from '../../console/src/tools/requests/describe-failure.ts';
import { signInRefusal } from '../../console/src/tools/session/sign-in-refusal.ts';

test('numbers have the notation of each language', () => {
  const [greek, english] = [formatter('el'), formatter('en')];
  assert.equal(greek.distance(562.4), '562 m');
  assert.equal(greek.distance(1432.8), '1,4 km');
  assert.equal(english.distance(1432.8), '1.4 km');
  assert.equal(english.distance(999.7), '1.0 km');
  assert.equal(greek.radius(10_000), '10 km');
  assert.match(greek.euro(129_200.4), /^129\.200\s€$/);
  assert.equal(english.euro(98_676.5), '€98,677');
  assert.equal(english.rate(1_520), '€1,520');
  assert.equal(english.rate(1_520.5), '€1,520.50');
  assert.equal(greek.area(324.18), '324,18 m²');
  assert.equal(english.day('2026-01-01'), '1 January 2026');
  assert.equal(decimalPair(37.9755, 23.7348), '37.975500, 23.734800');
});

test('an angle never has sixty minutes or seconds', () => {
  assert.equal(sexagesimal(37.9755, ['N', 'S']), '37° 58′ 31.8″ N');
  assert.equal(sexagesimal(37.999_999_9, ['N', 'S']), '38° 00′ 00.0″ N');
  assert.equal(sexagesimal(-0.5, ['Α', 'Δ']), '0° 30′ 00.0″ Δ');
});

test('no Greek word was forgotten in English: no Greek letters there', () => {
  const texts = (words: object): string[] =>
    Object.values(words).flatMap(value =>
      typeof value === 'string' ? [value] : typeof value === 'object' ? texts(value) : [],
    );
  for (const text of texts([en, reportEn, propertiesEn, costEn]))
    assert.doesNotMatch(text, /\p{Script=Greek}/u);
  for (const text of texts([el, reportEl, propertiesEl, costEl])) assert.ok(text.trim().length > 0);
});

test('every failure has a text', () => {
  const answer = (status: number) =>
    describeFailure(new KtimaApiError('said', { reason: 'answer', status, requestId: 'id' }), en);
  const error = new KtimaApiError('', { reason: 'network' });
  assert.equal(describeFailure(error, en).text, en.failure.network);
  const late = new KtimaApiError('', { reason: 'timeout' });
  assert.equal(describeFailure(late, en).text, en.failure.timeout);
  assert.equal(describeFailure(new TypeError('x'), en).text, en.failure.broken);
  const broken = { text: en.failure.broken, detail: 'said', requestId: 'id', canRetry: true };
  assert.deepEqual(answer(500), broken);
  assert.deepEqual(answer(503).text, en.failure.busy);
  assert.deepEqual(answer(429).text, en.failure.limit, 'the user, not the service, is the reason');
  // The same request would be refused again: no button offers it.
  assert.deepEqual(answer(400), { text: en.failure.refused, detail: 'said', canRetry: false });
});

test('a file that is refused because others of the user wait is not a fault of the service', () => {
  const refusal = (type: keyof typeof errorTypes) =>
    isQueueFull(new KtimaApiError('in words', { reason: 'answer', type: errorTypes[type] }));
  assert.ok(refusal('queue_full'));
  assert.ok(!refusal('throttled'));
  assert.ok(!refusal('busy'));
});

test('a refused sign-in shows the reason, and asks for the one-time password when it is required', () => {
  const refused = (status: number, code?: 'missing' | 'not_valid', retryAfter?: number) => {
    const errors = code ? [{ field: 'otp', code, message: 'in words' }] : [];
    const details = { reason: 'answer', status, errors, retryAfter } as const;
    return signInRefusal(new KtimaApiError('in words', details), en);
  };
  const { wrong, otpNeeded, otpWrong } = en.session;
  assert.deepEqual(refused(401), { text: wrong, needsOtp: false });
  assert.deepEqual(refused(401, 'missing'), { text: otpNeeded, needsOtp: true });
  assert.deepEqual(refused(401, 'not_valid'), { text: otpWrong, needsOtp: true });
  assert.equal(refused(429, undefined, 42).text, en.session.throttled(42));
  assert.equal(refused(503).text, en.session.busy);
  assert.equal(signInRefusal(new Error('x'), en).text, en.failure.signInDown);
});

test('a request with any characters is written for a shell and for TypeScript', () => {
  const hostile = `O'Neil $(rm -rf /) \\ "x"`;
  const request = {
    method: 'POST',
    url: 'http://127.0.0.1:8000/api/points-of-interest/',
    headers: {
      accept: 'application/json',
      authorization: 'Bearer <ACCESS_TOKEN>',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: hostile }),
  };
  assert.equal(
    writeCurl(request),
    [
      'curl -X POST',
      "'http://127.0.0.1:8000/api/points-of-interest/'",
      "-H 'Authorization: Bearer <ACCESS_TOKEN>'",
      "-H 'Content-Type: application/json'",
      `-d '${request.body.replaceAll("'", String.raw`'\''`)}'`,
    ].join(' \\\n  '),
  );
  const written = writeTypeScript(
    { operation: 'addressSearch', input: { address: hostile } },
    { apiUrl: 'http://a', authUrl: 'http://b', needsToken: true },
  );
  assert.match(written, /await ktima\.login\(/);
  const literal = /address: ('.*'),/.exec(written)![1]!;
  assert.equal(new Function(`return ${literal}`)(), hostile);
});

test('places are listed by kind, the kind with the nearest first', () => {
  const unnamed = { external_id: null, name_en: null, name_gr: null, place_category: null };
  const place = (id: number, place_type: 'bank' | 'park', distance: number) => {
    return { ...unnamed, id, place_type, latitude: 38, longitude: 23, distance };
  };
  const shown = byKind([place(1, 'park', 5), place(2, 'bank', 6), place(3, 'park', 7)]).map(
    ({ kind, places, nearestMetres }) => `${kind} ${places.map(({ id }) => id)} ${nearestMetres}`,
  );
  assert.deepEqual(shown, ['park 1,3 5', 'bank 2 6']);
});

test("a place is named in the reader's language, else in the other", () => {
  const both = { name_gr: 'Σύνταγμα', name_en: 'Syntagma' };
  const named = { name: 'Σύνταγμα', nameLanguage: 'el' };
  const other = { otherName: 'Syntagma', otherLanguage: 'en' };
  assert.deepEqual(placeNames(both, 'el'), { ...named, ...other });
  assert.equal(placeNames({ name_gr: 'Πάρκο', name_en: null }, 'en').name, 'Πάρκο');
  assert.equal(placeNames({ name_gr: 'Πάρκο', name_en: null }, 'en').nameLanguage, 'el');
  assert.equal(placeNames({ name_gr: null, name_en: null }, 'en').name, undefined);
});

test('sources and licences have readable names', () => {
  assert.equal(sourceName('sample', en), 'Sample data');
  assert.equal(sourceName('parcels1', en), 'Import “parcels1”');
  assert.equal(sourceName('gazetteer', el), 'Κατάλογος ταχυδρομικών κωδίκων και οδών');
  assert.equal(licenceName('not stated', 'places', el), 'Δεν δηλώθηκε άδεια');
  assert.equal(licenceName('ODbL 1.0', 'places', el), 'ODbL 1.0');
  const illustrative = licenceName('illustrative figures of our own', 'costs', el);
  assert.equal(illustrative, 'Ενδεικτικές τιμές του Ktima');
  assert.equal(licenceName('Ktima, illustrative: Athens', 'costs', el), illustrative);
  assert.equal(licenceName('Τεχνικό Επιμελητήριο', 'costs', el), 'Τεχνικό Επιμελητήριο');
});

test('the attribution of a map has each licence once, and names the layer of a missing one', () => {
  const parts = [
    { text: '© Flights' },
    { layer: 'map', text: 'ODbL 1.0 · CC BY 4.0' },
    { layer: 'parcels', text: 'not stated' },
    { layer: 'places', text: 'ODbL 1.0' },
  ] as const;
  const attribution = '© Flights · ODbL 1.0 · CC BY 4.0 · Parcels: licence not stated';
  assert.equal(attributionText(parts, en), attribution);
  assert.match(attributionText(parts, el), / · Γεωτεμάχια: δεν δηλώθηκε άδεια$/);
});

test('invented parcels over imported streets do not make the streets invented', () => {
  const osm = { layer: 'map', text: 'ODbL 1.0' } as const;
  const sample = { layer: 'map', text: 'invented: no real street or building' } as const;
  const parcels = { layer: 'parcels', text: 'invented: no real parcel' } as const;
  assert.equal(attributionText([osm, parcels], en), 'ODbL 1.0 · Invented parcels');
  assert.equal(attributionText([sample, parcels], en), 'Invented streets · Invented parcels');
  const around = (...at: [number, number]) => attributionText([osm, sample, parcels], en, at);
  assert.equal(around(22.958, 39.3606), 'ODbL 1.0 · Invented parcels', 'the sample town');
  assert.match(around(23.73, 37.98), /Invented streets/, 'the sample of Athens');
  // As earlier versions stored it.
  const joint = { layer: 'parcels', text: 'invented: no real parcel, street or building' } as const;
  assert.equal(attributionText([osm, joint], el), 'ODbL 1.0 · Επινοημένα γεωτεμάχια');
});

test('the groups of a postal code stay on one line', () => {
  assert.equal(withUnbrokenCode('Ερμού 24, 106 76 Αθήνα'), 'Ερμού 24, 106\u{a0}76 Αθήνα');
  assert.equal(withUnbrokenCode('Ερμού 240 112, Αθήνα'), 'Ερμού 240 112, Αθήνα');
});

test('a report lists what reads as one source once per day and licence, and the dates of the data', () => {
  const format = formatter('en');
  const { days } = format;
  const source = { source: 'osm', licence: 'ODbL 1.0', loaded_at: '2026-11-16T08:00:00.000Z' };
  const sources = [
    { ...source, layer: 'addresses' },
    { ...source, layer: 'places', loaded_at: '2026-11-16T08:00:05.000Z' },
    { ...source, layer: 'map', loaded_at: '2026-03-01T08:00:00.000Z' },
    { ...source, layer: 'costs', source: 'survey' },
    { ...source, layer: 'zones', source: 'sample:flood' },
    { ...source, layer: 'zones', source: 'sample:planning' },
  ] as const;
  assert.deepEqual(
    groupSources(sources, { words: en, format }).map(
      ({ layers, source, day }) => `${layers} | ${source} | ${day}`,
    ),
    [
      'addresses,places | OpenStreetMap | 16 November 2026',
      'map | OpenStreetMap | 1 March 2026',
      'costs | Import “survey” | 16 November 2026',
      'zones | Sample data | 16 November 2026',
    ],
  );
  assert.match(days(...loadedBetween(sources)!), /^1 March\s–\s16 November 2026$/);
  assert.equal(days(...loadedBetween(sources.slice(0, 2))!), '16 November 2026');
  assert.equal(loadedBetween([]), undefined);
});

test('the title of the page names the property and the view', () => {
  assert.equal(pageTitle('', 'location', en), en.title);
  assert.equal(pageTitle('Ερμού 5, Αθήνα', 'cost', el), 'Ερμού 5, Αθήνα · Κόστος · Ktima');
  assert.equal(pageTitle('050099901001', 'report', en), 'Property report: 050099901001');
});

test('a drawer stays where it is dragged, at the nearest of its sizes', () => {
  assert.equal([0, 0.3, 0.45, 0.6, 0.9].map(nearestSize).join(), 'small,small,half,half,large');
});

test('the card of a place is above it, below it at the top of the map, and always inside', () => {
  const card = { width: 160, height: 100 };
  const map = { width: 360, height: 320 };
  assert.deepEqual(cardPosition({ x: 180, y: 200 }, card, map), { left: 100, top: 78 });
  assert.deepEqual(cardPosition({ x: 5, y: 60 }, card, map), { left: 6, top: 82 });
  assert.deepEqual(cardPosition({ x: 355, y: 316 }, card, map), { left: 194, top: 194 });
});

test('every name, note and source of costs that ship has a text in Greek', async () => {
  const folder = 'examples/costs';
  const paths = ['data/costs.csv', ...readdirSync(folder).map(name => `${folder}/${name}`)];
  const untranslated: string[] = [];
  for (const path of paths) {
    const records = csvRecords(path, oneText(readFileSync(path, 'utf8')));
    let header: readonly string[] | undefined;
    for await (const record of records.rows()) {
      assert.ok('cells' in record);
      const { cells } = record;
      header ??= cells;
      if (header === cells) continue;
      const cell = (name: string) => cells[header!.indexOf(name)] ?? '';
      const isNamed = cell('name') === '' || Object.hasOwn(costEl.names, cell('name'));
      if (!isNamed) untranslated.push(cell('name'));
      for (const text of [cell('note'), licenceName(cell('source'), 'costs', el)]) {
        const isGreek = /[α-ω]/.test(shippedText(text, 'el'));
        if (text !== '' && !isGreek) untranslated.push(text);
      }
    }
  }
  assert.deepEqual([...new Set(untranslated)], []);
  assert.equal(shippedText('a note of the operator', 'el'), 'a note of the operator');
  assert.equal(nameIn(costEl, 'ENFIA rebate'), 'Έκπτωση ΕΝΦΙΑ');
});

async function* oneText(text: string) {
  yield text;
}
