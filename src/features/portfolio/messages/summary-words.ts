import { zoneResultWords } from '#domain/property/summary-terms.ts';
import { propertyTypeWords } from '#domain/property/terms.ts';
import { type Words, words } from '#tools/notation/languages.ts';

/** How positions were found, in words. */
const levels: Readonly<Record<string, Words>> = {
  coordinates: words('Συντεταγμένες της γραμμής', 'Coordinates of the row'),
  parcel: words('Γεωτεμάχιο του ΚΑΕΚ', 'Parcel of the KAEK'),
  house_number: words('Αριθμός του δρόμου', 'House number'),
  interpolated: words('Ανάμεσα σε γνωστούς αριθμούς', 'Between known house numbers'),
  street: words('Δρόμος', 'Street'),
  place: words('Τόπος με αυτό το όνομα', 'Place of that name'),
  postal_code: words('Ταχυδρομικός κώδικας', 'Postal code'),
  locality: words('Οικισμός ή συνοικία', 'Settlement or quarter'),
  municipality: words('Δήμος', 'Municipality'),
  'not found': words('Δεν βρέθηκε', 'Not found'),
  'not read': words('Δεν διαβάστηκε', 'Not read'),
};

const zoneResults: Readonly<Record<string, Words>> = zoneResultWords;

/** What messages are about, in words. */
const fieldNames: Readonly<Record<string, Words>> = {
  address: words('διεύθυνση', 'address'),
  street: words('οδός', 'street'),
  house_number: words('αριθμός οδού', 'house number'),
  postal_code: words('ταχ. κώδικας', 'postal code'),
  city: words('πόλη', 'town'),
  municipality: words('δήμος', 'municipality'),
  regional_unit: words('περιφερειακή ενότητα', 'regional unit'),
  latitude: words('γεωγραφικό πλάτος', 'latitude'),
  longitude: words('γεωγραφικό μήκος', 'longitude'),
  coordinates: words('συντεταγμένες', 'coordinates'),
  kaek_code: words('ΚΑΕΚ', 'KAEK'),
  property_type: words('είδος ακινήτου', 'property type'),
  build_area: words('εμβαδόν', 'area'),
  construction_year: words('έτος κατασκευής', 'year of construction'),
  renovation_year: words('έτος ανακαίνισης', 'year of renovation'),
  condition: words('κατάσταση', 'condition'),
  quality: words('ποιότητα κατασκευής', 'quality'),
  basement_area_m2: words('εμβαδόν υπογείου', 'area of the basement'),
  auxiliary_area_m2: words('εμβαδόν βοηθητικών χώρων', 'area of auxiliary spaces'),
  sum_insured: words('ασφαλιζόμενο κεφάλαιο', 'sum insured'),
  valuation_date: words('ημερομηνία εκτίμησης', 'valuation date'),
  contents_sum_insured: words('κεφάλαιο περιεχομένου', 'sum insured of the contents'),
  interruption_sum_insured: words('κεφάλαιο διακοπής εργασιών', 'sum insured of interruption'),
  floors: words('αριθμός ορόφων', 'storeys'),
  floor: words('όροφος ακινήτου', 'floor'),
  construction_class: words('τύπος κατασκευής', 'construction'),
  use: words('χρήση και μισθωτική κατάσταση', 'use'),
  reference: words('κωδικός ακινήτου', 'reference'),
  position: words('θέση', 'position'),
  parcel: words('γεωτεμάχιο', 'parcel'),
  cost: words('κόστος', 'cost'),
  'cost as is': words('αποσβεσμένο κόστος', 'cost as is'),
  places: words('σημεία', 'places'),
  zones: words('ζώνες', 'zones'),
  buildings: words('κτίρια', 'buildings'),
  row: words('γραμμή', 'row'),
  index: words('δείκτης', 'index'),
  addons: words('προσαυξήσεις', 'add-ons'),
  ageing: words('απομείωση λόγω παλαιότητας', 'ageing'),
  dataset: words('δεδομένα κόστους', 'cost data'),
};

const wordOf = (names: Readonly<Record<string, Words>>, name: string): Words | string =>
  Object.hasOwn(names, name) ? names[name]! : name;

/** A field, or a section of what was found, in words. */
export const fieldName = (field: string) => wordOf(fieldNames, field);

/** A property type in words. */
export const typeName = (type: string) => wordOf(propertyTypeWords, type);

/** A match level in words. */
export const levelName = (level: string) => wordOf(levels, level);

/** Whether a group of zones is a result without a class. */
export const isZoneResult = (name: string): boolean => Object.hasOwn(zoneResults, name);

/** Whether a group of zones says that a row is in one, or may be. */
export function isInZone(name: string): boolean {
  return name !== '' && (!isZoneResult(name) || name.endsWith('inside'));
}

/** A group of zones: names of the data, each with what is known of it, or why there is none. */
export function className(name: string): Words | string {
  if (isZoneResult(name)) return zoneResults[name]!;
  const inWords = (language: keyof Words) =>
    name.replace(ownResults, word => zoneResults[word]![language]);
  return words(inWords('el'), inWords('en'));
}

/** What the service adds to the names of classes. */
const ownResults =
  /(?<=\()(?:inside|possibly_inside|partly_inside)(?=\))|^other zones|(?<=, )other zones/g;
