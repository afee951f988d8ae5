import { centralPosition } from '#domain/geocoder/index/central-position.ts';
import type {
  LocalityRow,
  MunicipalityRow,
  PostalCodeRow,
} from '#domain/geocoder/rows/geocoder-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { nameKey } from '#domain/geocoder/text/stem.ts';
import type { Cells } from '../shipped-table.ts';

/** A quarter of a city with its postal codes. */
export type Quarter = Pick<LocalityRow, 'municipality' | 'name' | 'postalCodes'>;

/** A row of quarters.csv. */
export function toQuarter(cells: Cells): Quarter {
  return {
    municipality: cells.text('municipality'),
    name: cells.text('name'),
    postalCodes: cells.text('postal_codes').split(' '),
  };
}

/**
 * Whether a gazetteer row is a village. Rural postal codes (third digit 0, or ending in 00, 150 and
 * a few more) list villages, and those of towns list streets. A name in capitals is always a town.
 */
export function isSettlement({ postcode, name }: { postcode: string; name: string }): boolean {
  return (
    /^(?:..0..|..10.|8111.|...00|..150|455[5-8]0|18950|56450|56550)$/.test(postcode) ||
    isCapitals(name)
  );
}

function isCapitals(name: string): boolean {
  return name.length > 2 && name === name.toUpperCase() && !/[.\d]/.test(name);
}

/** Names of towns with their accents, by their folded form. */
export function accentedNames(
  municipalities: readonly Pick<MunicipalityRow, 'nominative' | 'otherNames'>[],
): ReadonlyMap<string, string> {
  const names = municipalities.flatMap(({ nominative, otherNames }) => [
    nominative,
    ...nominative.split(' - '),
    ...otherNames,
  ]);
  return new Map(names.map(name => [fold(name), name]));
}

/**
 * Nine of ten villages are at most this far from the point of their postal code, in metres. The code
 * of a town also serves the villages around, and reaches further than a code of villages only.
 */
const villageMetres = { villageCode: 14_000, townCode: 18_000 };

/** A village at the point of its postal code: no better position is known. */
export function toLocality(
  name: string,
  code: PostalCodeRow,
  accented: ReadonlyMap<string, string>,
  containers: readonly string[],
): LocalityRow {
  // Πόρτο Ράφτη (Λιμήν Μεσογαίας)
  const [, before, other] = /^([^(]*)\((.*)\)$/.exec(name) ?? [];
  const full = inSmallLetters(before?.trimEnd() ?? name, accented);
  const own = withoutContainer(full, containers);
  const village = localityIn('settlement', [code], own, [code.postalCode]);
  const otherNames = [
    ...(own === full ? [] : [full]),
    ...(other === undefined ? [] : [inSmallLetters(other, accented)]),
  ];
  const isVillageCode = code.postalCode[2] === '0';
  const accuracyMetres = isVillageCode ? villageMetres.villageCode : villageMetres.townCode;
  return { ...village, otherNames, accuracyMetres };
}

/**
 * `Σταυρός Καρδίτσας` is called Σταυρός: the list adds the regional unit or municipality where
 * another village has the name.
 */
function withoutContainer(name: string, containers: readonly string[]): string {
  const words = name.split(' ');
  const last = words.at(-1)!;
  // Μεγάλη Βόλβη is a village's own name, so that only a genitive counts: Ζίτσας or Ζίτσης.
  const isGenitive = (one: string) =>
    fold(one) === fold(last) || (/(?:ου|ων|ης)$/.test(last) && nameKey(one) === nameKey(last));
  const isContainer = words.length > 1 && !name.includes('.') && containers.some(isGenitive);
  return isContainer ? words.slice(0, -1).join(' ') : name;
}

/** Capitals have no accents; a town that is also a municipality takes them from its name. */
function inSmallLetters(name: string, accented: ReadonlyMap<string, string>): string {
  if (!isCapitals(name)) return name;
  const known = accented.get(fold(name));
  if (known !== undefined) return known;
  return name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, letter => letter.toUpperCase());
}

/** Localities of postal codes that no list has in the nominative, by their genitive. */
const nominatives = new Map(
  `Ακαδημίας Πλάτωνος,Ακαδημία Πλάτωνος;Ριζουπόλεως,Ριζούπολη;Νέας Κυψέλης,Νέα Κυψέλη;
  Πολυγώνου,Πολύγωνο;Γλυκών Νερών,Γλυκά Νερά;Λουτροπόλεως Μεθάνων,Μέθανα;Σπάτων - Λούτσας,Σπάτα;
  Λουτρακίου - Περαχώρας,Λουτράκι;Σπαρτιατών,Σπάρτη;Ταμασίου,Ταμάσι;Νεοχώρι Άρτας,Νεοχώρι;
  Ελευθερίου - Κορδελιού,Ελευθέριο - Κορδελιό;Γαζίου-Καβροχωρίου,Γάζι;Καρλοβασίων,Καρλόβασι;
  Ποτιδάνειας,Ποτιδάνεια;Παλαιοχωρίου Τυμφρηστού,Παλαιοχώρι;Αχελώου,Αχελώος;
  Ανατολικής Αργιθέας,Ανατολική Αργιθέα;Προφήτη Ηλία,Προφήτης Ηλίας;Ελαιώνα,Ελαιώνας;
  Αγίας Μαρίνας,Αγία Μαρίνα;Αγίου Παύλου,Άγιος Παύλος;Παλλήνης,Παλλήνη;Τριγώνου,Τρίγωνο;
  Βουτών,Βούτες;Οίας,Οία;Αργιθέας,Αργιθέα;Τριστένου,Τρίστενο;Υπάτης,Υπάτη;Φερών,Φέρες;
  Πετραλώνων,Πετράλωνα;Μουρεσίου,Μούρεσι;Κρυσταλλοπηγής,Κρυσταλλοπηγή;Χάρακος,Χάρακας`
    .split(';')
    .map(pair => pair.trim().split(',') as [string, string]),
);

/**
 * Postal codes with their locality in the nominative, as a place of that name in the municipality is
 * called: Κολωνάκι for Κολωνακίου.
 */
export function inNominative(
  codes: readonly PostalCodeRow[],
  known: readonly { readonly name: string; readonly municipality: string }[],
): PostalCodeRow[] {
  const keyOf = (municipality: string, name: string) => `${municipality}/${nameKey(name)}`;
  const own = new Map(
    known
      .filter(({ name }) => !isCapitals(name))
      .map(({ municipality, name }) => [keyOf(municipality, name), name]),
  );
  return codes.map(({ locality, ...code }) => {
    if (locality === null) return { ...code, locality };
    const named = own.get(keyOf(code.municipality, locality));
    return { ...code, locality: nominatives.get(locality) ?? named ?? locality };
  });
}

/** The localities that postal codes name, each once, without villages and quarters of that name. */
export function partsOfMunicipalities(
  codes: readonly PostalCodeRow[],
  others: readonly Pick<LocalityRow, 'municipality' | 'name'>[],
): LocalityRow[] {
  const listed = new Set(others.map(({ municipality, name }) => `${municipality}/${name}`));
  const named = codes.filter(
    ({ municipality, locality }) => locality !== null && !listed.has(`${municipality}/${locality}`),
  );
  const groups = Map.groupBy(named, code => `${code.municipality}/${code.locality}`);
  return [...groups.values()].map(group =>
    localityIn(
      'quarter',
      group,
      group[0]!.locality!,
      group.map(code => code.postalCode),
    ),
  );
}

/** A quarter, positioned in the middle of its postal codes. */
export function locateQuarter(
  { name, postalCodes }: Quarter,
  byCode: ReadonlyMap<string, PostalCodeRow>,
): LocalityRow {
  const codes = postalCodes.flatMap(code => byCode.get(code) ?? []);
  return localityIn('quarter', codes, name, postalCodes);
}

function localityIn(
  kind: LocalityRow['kind'],
  codes: readonly PostalCodeRow[],
  name: string,
  postalCodes: readonly string[],
): LocalityRow {
  const municipality = codes[0]?.municipality ?? '';
  const place = { kind, name, otherNames: [], municipality, population: null, postalCodes };
  return { ...place, source: 'gazetteer', ...centralPosition(codes) };
}
