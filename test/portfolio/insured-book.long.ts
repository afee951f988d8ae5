import test from 'node:test';
import { checkInsuredBook } from './insured-book.ts';

test('sums, circles, ratios and the location file of a book of 5,000 rows are recomputed', t =>
  checkInsuredBook(t, 5_000));
