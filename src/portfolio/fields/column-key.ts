import { fold } from '../../geocoder/text/fold.ts';

/** Only letters and digits, folded as in the geocoder, so that `m²` equals `m2`. */
export function columnKey(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** What may be in brackets without a change of meaning: units, the system of coordinates, remarks. */
const remarks: ReadonlySet<string> = new Set(
  [
    ...['m2', 'μ2', 'τ.μ.', 'tm', 'sqm', 'sq. m.', 'τετρ. μέτρα', 'τετραγωνικά μέτρα'],
    ...['square metres', 'square meters', 'WGS84', 'EPSG:4326', 'degrees', 'μοίρες'],
    ...['πλήρης', 'full', 'Οδός, Αριθμός', 'προαιρετικό', 'optional', 'υποχρεωτικό', 'required'],
  ].map(columnKey),
);

/** The same without remarks in brackets. `Επιφάνεια (οικοπέδου)` keeps its brackets: it is another thing. */
export function keyWithoutRemarks(name: string): string {
  const plain = name.replace(/\(([^)]*)\)|\[([^\]]*)\]/g, (whole, round, square) =>
    remarks.has(columnKey(round ?? square)) ? '' : whole,
  );
  return columnKey(plain);
}
