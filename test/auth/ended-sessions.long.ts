import { testManyEnds } from './many-ends.ts';

testManyEnds(250_000);
