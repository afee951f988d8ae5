import type { Position } from '#tools/geo/polygon.ts';

/** A number from 0 to 1, the same in each run. */
export const chance = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;

const pick = <T>(items: readonly T[], seed: number): T =>
  items[Math.floor(items.length * chance(seed))]!;

const types = ['Διαμέρισμα', 'Διαμέρισμα', 'Διαμέρισμα', 'Μονοκατοικία', 'Μεζονέτα'];

/** Prices of the last two years, one at every fortieth parcel or so. */
export function inventComparables(corners: readonly Position[]): string {
  const rows = corners.flatMap(([longitude, latitude], i) => {
    if (chance(i + 0.9) > 0.025) return [];
    const area = Math.round(48 + 80 * chance(i + 0.91));
    const year = Math.round(1962 + 58 * chance(i + 0.92));
    const price = Math.round(area * (0.9 + 0.012 * (year - 1962) + 0.4 * chance(i + 0.93))) * 1000;
    const month = 1 + Math.floor(20 * chance(i + 0.94));
    const date = `${2025 + Math.floor(month / 13)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-15`;
    const kind = chance(i + 0.95) < 0.5 ? 'sold' : 'asking';
    const place = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
    return [
      `δείγμα-${i},${pick(types, i)},${area},${year},${price},${date},${kind},επινοημένο,${place}`,
    ];
  });
  const heads =
    'external_id,property_type,area,construction_year,price,date,kind,source,latitude,longitude';
  return `${[heads, ...rows].join('\n')}\n`;
}

/** Addresses of the town in OpenStreetMap, as people write them. */
const addresses = [
  'Νικοτσάρα 63, 38222',
  'Νικοτσάρα 65',
  'Νικοτσάρα 61, 38222',
  'ΝΙΚΟΤΣΑΡΑ 110',
  'Nikotsara 110B',
  'Κωνσταντά 141, 38221',
  'Κωνσταντα 141',
  'Ερμού 137',
  'Ρ. Φεραίου 276',
  'Μαγνήτων 274',
  'Δημητριάδος 231, 38221',
  'Δημητριάδοσ 209',
  'Dimitriados 84',
  'Ιάσονος 155, 38221',
  'Iasonos 134',
  'Γαμβέττα 6',
  'Δον Δαλεζίου 72, 38221',
  'Αχιλλοπούλου 198, 38221',
  'Τοπάλη 77, 38221',
  'Σωκράτους 28',
];

interface Risk {
  address: string;
  code: string;
  kaek: string;
  type: string;
  area: string;
  year: string;
  building: string;
  contents: string;
}

/** What is wrong with some rows, by their number: what happens in files of insurers. */
const faults: Readonly<Record<number, Partial<Risk>>> = {
  4: { kaek: '050099901001' },
  9: { year: '2061' },
  15: { code: '83222' },
  22: { type: 'Αποθήκη' },
  27: { kaek: '35009902' },
  31: { area: '8500' },
  36: { building: '9000' },
  40: { kaek: '', address: '' },
  45: { building: '1250000' },
  51: { area: '', year: '' },
  56: { building: '' },
};

/** Sixty risks of an insurer: some by address, some by KAEK, some with a fault. */
export function inventPortfolio(codes: readonly string[]): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const number = i + 1;
    const [address, code] = i < addresses.length ? addresses[i]!.split(', ') : [];
    // Every third one is beside the one before: circles with large sums.
    const at = Math.floor(codes.length * chance(i - (i % 3 === 0 ? 0 : i % 3))) + (i % 3);
    const area = Math.round(55 + 90 * chance(i + 0.1));
    const risk: Risk = {
      address: address ? `${address}, Βόλος` : '',
      code: code ?? '',
      kaek: address ? '' : codes[at % codes.length]!,
      type: pick(types, i),
      area: String(area),
      year: String(Math.round(1958 + 62 * chance(i + 0.2))),
      building: String(Math.round(area * (0.7 + 0.45 * chance(i + 0.3))) * 1000),
      contents: String(5 * Math.round(1 + 5 * chance(i + 0.5)) * 1000),
      ...faults[number],
    };
    const name = `Β-${String(1000 + number)}`;
    const { kaek, type, year, building, contents } = risk;
    const cells = [name, risk.address, risk.code, kaek, type, risk.area, year, building, contents];
    return cells.map(cell => (cell.includes(',') ? `"${cell}"` : cell)).join(',');
  });
  const heads =
    'Αρ. συμβολαίου,Διεύθυνση,Τ.Κ.,ΚΑΕΚ,Τύπος ακινήτου,Εμβαδόν κτιρίου,Έτος κατασκευής,' +
    'Ασφ. κεφ. κτιρίου,Ασφ. κεφ. περιεχομένου';
  return `${[heads, ...rows].join('\n')}\n`;
}
