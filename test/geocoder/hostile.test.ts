import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { geocode } from '#domain/geocoder/geocode.ts';
import { TooManyCandidates } from '#domain/geocoder/score/budget.ts';
import { rounds } from '../sample.ts';
import { national } from './national.ts';

/** Far above what any address takes, far below what a user would call slow; ms of processor time. */
const slow = 1_000;

async function ask(address: string) {
  const start = process.cpuUsage();
  const results = await geocode(national, { address, limit: 20 }).catch(error => {
    if (error instanceof TooManyCandidates) return [];
    throw error;
  });
  const { user, system } = process.cpuUsage(start);
  const took = (user + system) / 1_000;
  assert.ok(took < slow, `${JSON.stringify(address)} took ${took.toFixed(0)} ms`);
  const confidences = results.map(({ match }) => match.confidence);
  assert.deepEqual(
    confidences,
    confidences.toSorted((a, b) => b - a),
    address,
  );
  for (const { match, latitude } of results) {
    assert.ok(match.confidence >= 0 && match.confidence <= 1);
    assert.ok(Number.isFinite(latitude));
  }
  return results;
}

test('what is too short or too long, or holds no word or number, finds nothing', async () => {
  const signs = '...|,,,,;;;|& & &|-–—/|😀😀😀|🇬🇷🏠|   |\u202e\u200f\u200e|΄΄΄'.split('|');
  for (const address of ['', 'α', 'ab', 'Σκουφά 24, '.repeat(30), ...signs]) {
    assert.deepEqual(await ask(address), []);
  }
});

test('one letter or sign over and over is quick and finds nothing', async () => {
  await ask('Αθήνα');
  for (const letter of 'αωΣςhuxyβ0189/.&,-(😀') await ask(letter.repeat(256 / letter.length));
  const words = 'α |hu |α/β |Αγ. |α.|1 |10673 |και |& α |Αθήνα |Νέα |a,'.split('|');
  for (const word of words) await ask(word.repeat(Math.floor(256 / word.length)));
});

test('right-to-left marks and emoji inside an address do no harm', async () => {
  const [found] = await ask('\u202eΣκουφά\u200f 24 😀, 106 73\u202c');
  assert.equal(found?.components.street, 'Σκουφά Νικολάου');
});

test('random hostile strings are answered quickly and never throw', async () => {
  const pieces = fc.constantFrom(
    ...'Σκουφά|Αθήνα|Αγ.|Κων/νου|&|,|24|106 73|10673|ΤΚ|25ης|hhh|8|24-26|/|.|και|Πλ.|(|)'.split(
      '|',
    ),
    ...["Λ.|ΟΔΟΣ|Νέα|'; DROP|%00|__proto__|constructor|𝕊𝕜𝕠𝕦𝕗𝕒|٢٤|ﬁ|İ|ß".split('|')].flat(),
    ...['\u0000', '\u202e', '̈́', '😀', '\ud800'],
  );
  const built = fc.array(pieces, { maxLength: 40 }).map(list => list.join(' ').slice(0, 256));
  const anything = fc.string({ unit: 'binary', maxLength: 256 });
  const greek = fc.stringMatching(/^[Ͱ-Ͽἀ-῾0-9 ,.&/-]{0,120}$/);
  await fc.assert(
    fc.asyncProperty(fc.oneof(built, anything, greek), async address => {
      await ask(address);
    }),
    { numRuns: rounds(3_000, 500) },
  );
});
