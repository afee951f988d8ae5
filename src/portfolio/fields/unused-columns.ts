import { listed } from '../../notation/column-names.ts';
import { columnKey } from './column-key.ts';
import type { Columns } from './columns.ts';
import type { Field } from './usual-names.ts';

/** What the names of columns with an address, or a part of it, contain when folded. */
const addressWords: readonly (readonly [RegExp, Field])[] = [
  [/διευθυνσ|δνση|address/, 'address'],
  [/^οδ(?:οσ|ου)|street/, 'street'],
  [/^τκ|^tk|ταχ(?:υδρομικ)?.*κωδ|postal|postcode|^zip/, 'postal_code'],
  [/πολη|πολησ|δημοσ|περιοχη|οικισμ|κοινοτητα|^city|^town|municipality|locality/, 'city'],
];

const otherAddresses = /email|ipaddress|webaddress|ηλεκτρονικ/;

/** Notes on the columns of a file that no field reads; those that look like an address come first. */
export function unusedColumnNotes(header: readonly string[], columns: Columns): string[] {
  const used = new Set(Object.values(columns));
  const unused = header.filter((name, i) => !used.has(i) && name.trim() !== '');
  const notes = unused.flatMap(name => {
    const field = addressPart(name);
    return field === undefined
      ? []
      : [
          `the column ${name.slice(0, 40)} looks like a part of the address and is not used; ` +
            `--map ${field}="${name}" reads it`,
        ];
  });
  if (unused.length > 0) {
    notes.push(`columns not used: ${listed(unused)}; --map FIELD=COLUMN reads one`);
  }
  return notes;
}

function addressPart(name: string): Field | undefined {
  const key = columnKey(name);
  if (otherAddresses.test(key)) return undefined;
  return addressWords.find(([word]) => word.test(key))?.[1];
}
