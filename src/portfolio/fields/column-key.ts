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
  const lastEnd = { '(': name.lastIndexOf(')'), '[': name.lastIndexOf(']') };
  let plain = '';
  let from = 0;
  for (const { 0: bracket, index } of name.matchAll(/[([]/g)) {
    // Only a bracket with an end is searched for it, so that `[[[[` costs nothing.
    if (index < from || index > lastEnd[bracket as '(' | '[']) continue;
    const end = name.indexOf(bracket === '(' ? ')' : ']', index) + 1;
    const isRemark = remarks.has(columnKey(name.slice(index + 1, end - 1)));
    plain += name.slice(from, isRemark ? index : end);
    from = end;
  }
  return columnKey(plain + name.slice(from));
}
