import { type Box, boxesOverlap } from '#tools/geo/box.ts';

/** A box around Greece, in degrees: from Othonoi to Kastellorizo, from Gavdos to the Evros. */
const box = { west: 19, east: 30, south: 34, north: 42 };

/** Whether a position lies in the box around Greece. */
export function isInGreece(latitude: number, longitude: number): boolean {
  return (
    longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north
  );
}

/** Whether a part of a box lies in the box around Greece. */
export function meetsGreece(other: Box): boolean {
  return boxesOverlap(box, other);
}

/** Whether a position is in Greece only if latitude and longitude are swapped. */
export function isSwapped(latitude: number, longitude: number): boolean {
  // The box and its mirror do not overlap: no longitude of Greece is also a latitude of it.
  return isInGreece(longitude, latitude);
}

/** A prefecture (νομός) in the cadastre's numbering, which is the one from before 2011. */
export interface Prefecture {
  /** The first two digits of its KAEK codes. */
  readonly number: string;
  /** In the genitive, as after the word νομός. */
  readonly name: string;
  /** The regional units into which it was divided. */
  readonly regionalUnits: readonly string[];
}

/** In the order of the Greek alphabet, numbered from 01. */
const names = `
  Αιτωλοακαρνανίας, Αργολίδος, Αρκαδίας, Άρτας, Αττικής, Αχαΐας, Βοιωτίας, Γρεβενών, Δράμας,
  Δωδεκανήσου, Έβρου, Ευβοίας, Ευρυτανίας, Ζακύνθου, Ηλείας, Ημαθίας, Ηρακλείου, Θεσπρωτίας,
  Θεσσαλονίκης, Ιωαννίνων, Καβάλας, Καρδίτσας, Καστοριάς, Κέρκυρας, Κεφαλληνίας, Κιλκίς, Κοζάνης,
  Κορινθίας, Κυκλάδων, Λακωνίας, Λάρισας, Λασιθίου, Λέσβου, Λευκάδας, Μαγνησίας, Μεσσηνίας, Ξάνθης,
  Πέλλας, Πιερίας, Πρέβεζας, Ρεθύμνης, Ροδόπης, Σάμου, Σερρών, Τρικάλων, Φθιώτιδας, Φλώρινας,
  Φωκίδας, Χαλκιδικής, Χανίων, Χίου`
  .trim()
  .split(/,\s+/);

/** The prefectures that are now several regional units. Each other one is the unit of its name. */
const divided: Readonly<Record<string, string>> = {
  Αττικής:
    'Κεντρικού Τομέα Αθηνών, Βορείου Τομέα Αθηνών, Νοτίου Τομέα Αθηνών, Δυτικού Τομέα Αθηνών, Πειραιώς, Νήσων, Ανατολικής Αττικής, Δυτικής Αττικής',
  Δωδεκανήσου: 'Ρόδου, Κω, Καλύμνου, Καρπάθου-Ηρωικής Νήσου Κάσου',
  Καβάλας: 'Καβάλας, Θάσου',
  Κεφαλληνίας: 'Κεφαλληνίας, Ιθάκης',
  Κυκλάδων: 'Άνδρου, Θήρας, Κέας - Κύθνου, Μήλου, Μυκόνου, Νάξου, Πάρου, Σύρου, Τήνου',
  Λέσβου: 'Λέσβου, Λήμνου',
  Μαγνησίας: 'Μαγνησίας, Σποράδων',
  Σάμου: 'Σάμου, Ικαρίας',
};

const prefectures: readonly Prefecture[] = names.map((name, i) => ({
  number: String(i + 1).padStart(2, '0'),
  name,
  regionalUnits: (divided[name] ?? name).split(', '),
}));

/** The regional units of the prefecture that has the name of a unit; the unit alone for a new one. */
export function unitsOfPrefecture(unit: string): readonly string[] {
  return prefectures.find(({ name }) => name === unit)?.regionalUnits ?? [unit];
}

/** The prefecture of a KAEK; undefined if no prefecture has its first two digits. */
export function prefectureOf(kaek: string): Prefecture | undefined {
  return prefectures[Number(kaek.slice(0, 2)) - 1];
}
