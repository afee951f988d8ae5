import assert from 'node:assert/strict';
import test from 'node:test';
import {
  mergeProperties,
  mostProperties,
  readFile,
  writeFile,
} from '../../console/src/pages/properties/properties-file.ts';
import {
  countLabels,
  filterProperties,
  readLabels,
} from '../../console/src/pages/properties/property-list.ts';
import { browserShelf } from '../../console/src/state/library/browser-shelf.ts';
import { mostRecent, openLibrary } from '../../console/src/state/library/library.ts';
import { exchanged } from '../../console/src/state/library/photo-store.ts';
import { newProperty, type Property } from '../../console/src/state/library/property.ts';
import { readProperty } from '../../console/src/state/library/read-property.ts';
import type { Subject } from '../../console/src/state/subject/subject.ts';

/** Storage as a browser has it, with room for a number of characters. */
class TestStorage {
  readonly texts = new Map<string, string>();
  room = Number.POSITIVE_INFINITY;
  get length() {
    return this.texts.size;
  }
  key(index: number) {
    return [...this.texts.keys()][index] ?? null;
  }
  getItem(name: string) {
    return this.texts.get(name) ?? null;
  }
  setItem(name: string, text: string) {
    const others = [...this.texts].filter(([key]) => key !== name);
    const used = others.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
    if (used + name.length + text.length > this.room) throw new Error('QuotaExceededError');
    this.texts.set(name, text);
  }
  removeItem(name: string) {
    this.texts.delete(name);
  }
}

const kaek = (code: string): Subject => ({ kind: 'kaek', code });
let time = 0;
const now = () => new Date(Date.UTC(2026, 0, 1) + 1000 * time++);

const libraryOn = (storage: TestStorage) =>
  openLibrary(
    browserShelf('p.', () => storage),
    now,
  );

const codes = (properties: readonly Property[]) =>
  properties.map(({ subject }) => (subject.kind === 'kaek' ? subject.code : ''));

test('opened properties are recent, the latest first, and the oldest are dropped', () => {
  const library = libraryOn(new TestStorage());
  for (let code = 0; code <= mostRecent; code += 1) library.change(kaek(String(code)), {});
  const { recent, saved } = library.contents();
  assert.equal(recent.length, mostRecent);
  assert.deepEqual(codes(recent).slice(0, 2), ['20', '19']);
  assert.equal(saved.length, 0);
  assert.equal(library.find(kaek('0')), undefined);
});

test('saved properties keep their note, are never dropped, and outlive the clearing of recent ones', () => {
  const library = libraryOn(new TestStorage());
  library.change(kaek('saved'), { isSaved: true, note: 'Γωνιακό' });
  for (let code = 0; code < 50; code += 1) library.change(kaek(String(code)), {});
  library.change(kaek('saved'), { openedAt: now().toISOString() });
  library.removeRecent();
  const { recent, saved } = library.contents();
  assert.deepEqual([recent.length, saved.length], [0, 1]);
  assert.equal(saved[0]!.note, 'Γωνιακό');
});

test('two tabs change different properties without losing either, and see each other’s', () => {
  const storage = new TestStorage();
  const [one, other] = [libraryOn(storage), libraryOn(storage)];
  one.change(kaek('1'), { isSaved: true });
  other.change(kaek('2'), { isSaved: true });
  one.change(kaek('1'), { note: 'one' });
  assert.deepEqual(codes(other.contents().saved).sort(), ['1', '2']);
  assert.equal(other.find(kaek('1'))!.note, 'one');
});

test('without storage the properties last until the page closes, and that is reported', () => {
  const library = openLibrary(
    browserShelf('p.', () => {
      throw new Error('SecurityError');
    }),
  );
  library.change(kaek('1'), {});
  library.change(kaek('2'), { isSaved: true });
  const { saved, recent, failure } = library.contents();
  assert.deepEqual([saved.length, recent.length, failure], [1, 1, 'blocked']);
});

test('in a full storage recent properties give way to saved ones, and what does not fit is reported', () => {
  const storage = new TestStorage();
  const library = libraryOn(storage);
  library.change(kaek('recent'), {});
  library.change(kaek('saved'), { isSaved: true });
  storage.room = [...storage.texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  library.change(kaek('saved'), { note: 'a note' });
  assert.deepEqual([library.contents().recent.length, library.contents().failure], [0, undefined]);
  assert.equal(libraryOn(storage).find(kaek('saved'))!.note, 'a note');
  library.change(kaek('saved'), { note: 'x'.repeat(1000) });
  assert.equal(library.contents().failure, 'full');
  assert.equal(library.find(kaek('saved'))!.note.length, 1000, 'until the page closes');
  storage.room = Number.POSITIVE_INFINITY;
  library.change(kaek('saved'), { note: 'short' });
  assert.equal(library.contents().failure, undefined);
});

test('damaged entries and those of a newer version are counted, kept, and harm no others', () => {
  const storage = new TestStorage();
  storage.setItem('other', 'not ours');
  for (const [name, text] of Object.entries({
    damaged: '{"version":1,',
    newer: '{"version":2,"property":{}}',
    'kaek=1': '[]',
  })) {
    storage.setItem(`p.${name}`, text);
  }
  const library = libraryOn(storage);
  assert.equal(library.contents().unreadable.length, 3);
  library.change(kaek('1'), {});
  assert.equal(library.contents().recent.length, 1);
  assert.equal(library.contents().unreadable.length, 3, 'kept under another name');
  library.removeUnreadable();
  assert.deepEqual(library.contents().unreadable, []);
  assert.equal(storage.getItem('other'), 'not ours');
});

test('a change is announced until the subscription ends', () => {
  const library = libraryOn(new TestStorage());
  let changes = 0;
  const stop = library.subscribe(() => {
    changes += 1;
  });
  library.change(kaek('1'), {});
  stop();
  library.remove(kaek('1'));
  assert.equal(changes, 1);
});

const property: Property = {
  ...newProperty({ kind: 'address', address: 'Ερμού 5' }, now()),
  building: {
    postalCode: '10',
    propertyType: 'office',
    buildArea: 85.5,
    constructionYear: 1998,
    valuationDate: '2025-12-31',
    quality: 'luxury',
    sumInsured: 150_000.5,
  },
  address: { el: 'Ερμού 5, 105 63 Αθήνα', en: 'Ermou 5, 105 63 Athina' },
  isSaved: true,
  note: 'Σημείωση\n"2"',
  reference: 'Φ-17',
  purpose: 'Δάνειο',
  status: 'ongoing',
  labels: ['Τράπεζα Α', 'Βόλος'],
};

test('a file returns what was exported', () => {
  const point = newProperty({ kind: 'point', latitude: 38, longitude: 23, name: 'Μουσείο' }, now());
  const properties = [property, point, newProperty(kaek('050099901001'), now())];
  assert.deepEqual(readFile(writeFile(properties, now())), properties);
});

test('a hostile or damaged file is refused with the field, and changes nothing', () => {
  const file = (change: object) =>
    JSON.stringify({ format: 'ktima-properties', version: 1, properties: [], ...change });
  const withProperty = (change: object) => file({ properties: [{ ...property, ...change }] });
  const cases: [text: string, message: RegExp][] = [
    ['', /not JSON/],
    ['null', /format: expected ktima-properties, got nothing/],
    ['[]', /format/],
    [file({ format: 'x' }), /format: expected ktima-properties, got "x"/],
    [file({ version: 2 }), /version: expected 1, got 2/],
    [file({ properties: {} }), /properties: expected a list/],
    [file({ properties: Array(mostProperties + 1).fill(property) }), /at most 1000.*got 1001/],
    [file({ properties: [property, null] }), /properties\[1\]: expected an object, got null/],
    [
      withProperty({ subject: { kind: 'owner' } }),
      /subject\.kind: expected address, kaek or point/,
    ],
    [withProperty({ subject: { kind: 'kaek', code: ' ' } }), /subject\.code.*not empty/],
    [
      withProperty({ subject: { kind: 'point', latitude: 91, longitude: 0 } }),
      /latitude: expected a number from -90 to 90, got 91/,
    ],
    [withProperty({ note: 5 }), /properties\[0\]\.note: expected text of at most 4000.*got 5/],
    [withProperty({ note: 'x'.repeat(5000) }), /note: expected text of at most 4000/],
    [withProperty({ isSaved: 'yes' }), /isSaved: expected true or false, got "yes"/],
    [withProperty({ openedAt: 'now' }), /openedAt: expected a date/],
    [withProperty({ openedAt: '2026-02-30T09:00:00Z' }), /openedAt: expected a date/],
    [withProperty({ building: { buildArea: -1 } }), /buildArea: expected a number/],
    [withProperty({ building: { constructionYear: '1998' } }), /constructionYear/],
    [withProperty({ building: { postalCode: '<b>' } }), /postalCode: expected 2 to 10 digits/],
    [
      withProperty({ building: { valuationDate: '31/12/2025' } }),
      /valuationDate: expected a value/,
    ],
    [
      withProperty({ building: { valuationDate: '2026-02-30' } }),
      /valuationDate: expected a value/,
    ],
    [withProperty({ building: { quality: ['luxury'] } }), /quality: expected a value/],
    [withProperty({ building: { propertyType: 'castle' } }), /propertyType: expected apartment/],
    [withProperty({ address: 'Ermou' }), /address: expected an object/],
    [withProperty({ status: 'sold' }), /status: expected todo, ongoing, done, got "sold"/],
    [withProperty({ labels: ['', 'a'] }), /labels\.0: expected text that is not empty/],
    [withProperty({ labels: Array(11).fill('a') }), /labels: expected a list of at most 10 texts/],
    [withProperty({ photos: Array(11).fill({}) }), /photos: expected a list of at most 10/],
    [withProperty({ photos: [{ caption: 5 }] }), /photos\[0\]\.caption: expected text/],
    [
      withProperty({ photos: [{ caption: '', image: 'https://a.gr/b.jpg' }] }),
      /photos\[0\]\.image: expected a JPEG as a data: URL, got "https/,
    ],
  ];
  for (const [text, message] of cases) assert.throws(() => readFile(text), { message });
});

test('fields that a file must not set are not read', () => {
  const more = '{"__proto__":{"note":"taken"},"constructor":1,"extra":2,';
  const text = JSON.stringify(property).replace('{', more);
  const read = readProperty(JSON.parse(text));
  assert.deepEqual(read, property);
  assert.equal(Object.getPrototypeOf(read), Object.prototype);
  const inherited = JSON.parse(
    JSON.stringify({ ...property, note: undefined }).replace('{', '{"__proto__":{"note":"x"},'),
  );
  assert.throws(() => readProperty(inherited), { message: /note: expected text/ });
});

test('an import joins notes and keeps what the user had', () => {
  const here = { ...property, note: 'here', reference: '', building: { buildArea: 90 } };
  const once = mergeProperties(() => here, [property]);
  assert.deepEqual([once.added, once.joined], [0, 1]);
  const [joined] = once.properties;
  assert.equal(joined!.note, `here\n${property.note}`);
  assert.equal(joined!.reference, property.reference);
  assert.deepEqual(joined!.building, { ...property.building, buildArea: 90 });
  const again = mergeProperties(() => joined, [property]);
  assert.equal(again.properties[0]!.note, joined!.note, 'the same file twice changes nothing');
  const fresh = mergeProperties(() => undefined, [{ ...property, isSaved: false }]);
  assert.deepEqual([fresh.added, fresh.properties[0]!.isSaved], [1, true]);
  assert.throws(
    () =>
      mergeProperties(
        () => ({ ...property, note: 'x'.repeat(3990) }),
        [{ ...property, note: 'y'.repeat(20) }],
      ),
    { message: /note: expected at most 4000/ },
  );
});

test('a change of one property among 500 reads each stored text once', () => {
  const storage = new TestStorage();
  const library = libraryOn(storage);
  const saved = (code: number) => ({ ...newProperty(kaek(String(code)), now()), isSaved: true });
  library.put(Array.from({ length: 500 }, (_, code) => saved(code)));
  const before = library.contents();
  let reads = 0;
  const read = storage.getItem;
  storage.getItem = name => {
    reads += 1;
    return read.call(storage, name);
  };
  let after = before;
  library.subscribe(() => {
    after = library.contents();
  });
  library.change(kaek('250'), { note: 'a' });
  assert.ok(reads <= 510, `${reads} reads`);
  const same = after.saved.filter(one => before.saved.includes(one));
  assert.equal(same.length, 499, 'the others are the same objects, so that their rows stay');
});

test('an export has photographs with their captions, and an import keeps labels and status', () => {
  const photos = [{ caption: 'Πρόσοψη', image: 'data:image/jpeg;base64,/9j/AA==' }];
  assert.deepEqual(readFile(writeFile([{ ...property, photos }], now())), [
    { ...property, photos },
  ]);
  const here = { ...property, status: '' as const, labels: ['Λάρισα'] };
  const [joined] = mergeProperties(() => here, [{ ...property, photos }]).properties;
  assert.deepEqual(
    [joined!.status, joined!.labels, 'photos' in joined!],
    ['ongoing', ['Λάρισα', 'Τράπεζα Α', 'Βόλος'], false],
  );
});

test('the list is searched by words in any spelling, by status and by label', () => {
  const changes = { note: 'Γωνιακό, πωλήθηκε', labels: ['Βόλος'] };
  const other = { ...newProperty(kaek('050099901001'), now()), ...changes };
  const both = [property, other];
  const nameOf = ({ subject }: Property) => (subject.kind === 'kaek' ? subject.code : 'Ερμού 5');
  for (const [filters, expected] of [
    [{ text: '' }, both],
    [{ text: 'ΕΡΜΟΥ' }, [property]],
    [{ text: 'ermou 105' }, [property]],
    [{ text: 'πωληθηκε γωνιακο' }, [other]],
    [{ text: '0500' }, [other]],
    [{ text: 'βολος' }, both],
    [{ text: 'βολος δάνειο' }, [property]],
    [{ text: 'λαρισα' }, []],
    [{ text: '', status: 'ongoing' }, [property]],
    [{ text: '', status: '' }, [other]],
    [{ text: '', label: 'Τράπεζα Α' }, [property]],
  ] as const) {
    assert.deepEqual(filterProperties(both, filters, nameOf), expected, JSON.stringify(filters));
  }
  assert.deepEqual(countLabels(both), [
    ['Βόλος', 2],
    ['Τράπεζα Α', 1],
  ]);
  assert.deepEqual(readLabels(' Βόλος,, Βόλος , Λάρισα '), ['Βόλος', 'Λάρισα']);
});

test('photographs exchange places, and those at the ends stay', () => {
  const blank = { property: 'p', image: new Blob(), caption: '' };
  const photo = (id: number, place = id) => ({ ...blank, id, place });
  const photos = [photo(2, 1), photo(1, 2), photo(3)];
  // Nothing but the place: a caption may be stored at the same time.
  assert.deepEqual(exchanged(photos, photos[1]!, 1), [
    { id: 1, place: 3 },
    { id: 3, place: 2 },
  ]);
  assert.deepEqual(exchanged(photos, photos[0]!, -1), []);
  assert.deepEqual(exchanged(photos, photos[2]!, 1), []);
});

test('the position of a property is kept for the map of the list, and checked', () => {
  const position = { latitude: 38, longitude: 23 };
  const known = { ...newProperty(kaek('050681726003'), now()), position };
  assert.deepEqual(readProperty(JSON.parse(JSON.stringify(known))).position, position);
  const nowhere = { ...known, position: { latitude: 91, longitude: 23 } };
  assert.throws(() => readProperty(nowhere), /property\.position\.latitude/);
  const imported = { ...known, position: { latitude: 39, longitude: 24 } };
  const { position: _, ...before } = known;
  const joined = (kept: Property) => mergeProperties(() => kept, [imported]).properties[0]!;
  assert.deepEqual(joined(before).position, imported.position);
  assert.deepEqual(joined(known).position, position);
});
