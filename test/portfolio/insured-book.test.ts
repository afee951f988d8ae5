import test from 'node:test';
import { checkInsuredBook } from './insured-book.ts';

test('sums, circles, ratios and the location file of a small book are recomputed', t =>
  checkInsuredBook(t, 300));
