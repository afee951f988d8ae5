import { engines } from './engines.ts';
import { testManyEnds } from './many-ends.ts';

testManyEnds(250_000, engines);
