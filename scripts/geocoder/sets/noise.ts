import { geocode } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { type MeasuredSet, questionSet } from '../measured-set.ts';

interface Address {
  readonly street: string;
  readonly number: string;
  readonly town: string;
  readonly code: string;
}

const addresses: readonly Address[] = `
  Σκουφά|24|Αθήνα|10673
  Ερμού|12|Αθήνα|10563
  Πατησίων|76|Αθήνα|10434
  Λεωφόρος Αλεξάνδρας|100|Αθήνα|11472
  Σόλωνος|40|Αθήνα|10672
  Κυψέλης|15|Αθήνα|11362
  Ιπποκράτους|33|Αθήνα|10680
  Μεθώνης|20|Αθήνα|10681
  Τσιμισκή|20|Θεσσαλονίκη|54624
  Εγνατία|50|Θεσσαλονίκη|54625
  Ολύμπου|10|Θεσσαλονίκη|54630
  Δελφών|30|Θεσσαλονίκη|54640
  Κορίνθου|100|Πάτρα|26223
  Μαιζώνος|60|Πάτρα|26221
  Κούμα|15|Λάρισα|41222
  Ιωλκού|40|Βόλος|38221
  Δημοκρατίας|20|Ηράκλειο|71306
  Κουντουριώτου|30|Πειραιάς|18535
  Δωδώνης|10|Ιωάννινα|45221
  Γρίβα|8|Χαλάνδρι|15233`
  .trim()
  .split('\n')
  .map(line => {
    const [street, number, town, code] = line.trim().split('|');
    return { street: street!, number: number!, town: town!, code: code! };
  });

type Noise = (address: Address) => string;

/** `S N, T` is the address; the noise is added around it. */
const around = `
  S N, 2ος όρ., T|S N, 3ος όροφος, T|S N, ισόγειο, T|S N ΙΣ, T|S N (ημιυπόγειο), T|S N, 1ου ορόφου, T
  S N, διαμ. Β3, T|S N, διαμέρισμα 12, T|S N, γραφείο 305, T|S N, κτίριο Α, T|S N, apt 4, T|S N, floor 2, T
  επί της οδού S N, T|επί S N, T|στην S N, T|στην οδό S N, T|οδός S N, T|οδ. S N, T|Οδός: S N, T
  S N έναντι πάρκου, T|S N, πλησίον σταθμού, T|έναντι S N, T|κοντά στην S N, T|S N δίπλα στο φαρμακείο, T
  S N, T τηλ. 210 1234567|S N, T, τηλ: 2101234567|S N, T 6971234567|S N, T, κιν. 697 123 4567|S N, T, fax 2101234568
  S N, T, Τ.Θ. 123|Τ.Θ. 4567, S N, T|S N, Ο.Τ. 45, T|S N, Α.Π. 12, T|S N, T, P.O. Box 123
  ΑΛΦΑ Α.Ε., S N, T|ΒΗΤΑ ΕΠΕ, S N, T|Γάμμα Ι.Κ.Ε. S N, T|ΔΕΛΤΑ Ο.Ε., S N, T|ACME Ltd, S N, T
  υπόψη κ. Παπαδόπουλου, S N, T|υπόψιν Μαρίας, S N, T|c/o Maria, S N, T|κ. Παπαδόπουλο, S N, T
  S N, T, Ελλάδα|S N, T, Greece|S N, T, GR|S N, T, Hellas|GR-C T, S N|S N, GR C T
  S N, C, T|S N, C T|C T, S N|T C, S N|S N, TKC, T|S N, Τ.Κ. C, T|S N T.K. C T|S N, ταχ. κώδικας C, T
  SN, T|S, N, T|S αρ. N, T|S αριθμός N, T|S Νο N, T|S No. N, T|S #N, T|N S, T|S N-N, T|S NΑ, T|S N Α, T
  T, S N|T S N|S N T|S N - T|S N / T|S N; T|S N (T)|"S N", T|S  N ,T|S N, Δήμος T|S N, T.|Διεύθυνση: S N, T`
  .trim()
  .split(/\n|\|/)
  .map(pattern => pattern.trim());

const spellings: readonly Noise[] = [
  ({ street, number, town }) => `${street} ${number}, ${town}`.toUpperCase(),
  ({ street, number, town }) => `${street} ${number}, ${town}`.toLowerCase(),
  ({ street, number, town }) =>
    `${street} ${number}, ${town}`.normalize('NFD').replace(/\p{M}/gu, ''),
  ({ street, number, town }) => elot743(`${street} ${number}, ${town}`),
  ({ street, number, town }) => elot743(`${street} ${number} ${town}`).toLowerCase(),
  ({ street, number, town }) => `${street}\n${number}\n${town}`,
];

function kinds(): Noise[] {
  const fill = (pattern: string): Noise => {
    const at = { S: 'street', N: 'number', T: 'town', C: 'code' } as const;
    return address =>
      pattern.replace(
        /(?<![A-ZΑ-Ωa-z.])[STC](?![A-ZΑ-Ω.a-z])|SN|TKC|(?<![A-Za-z])N(?![a-zo.])/g,
        found =>
          [...found]
            .map(letter =>
              found === 'TKC' && letter !== 'C' ? letter : address[at[letter as keyof typeof at]],
            )
            .join(''),
      );
  };
  return [...around.map(fill), ...spellings];
}

/** Addresses with what people write around them: the street and number are the same as without. */
export async function noiseSet(index: GeocoderIndex): Promise<MeasuredSet> {
  const all = kinds();
  const questions = await Promise.all(
    addresses.map(async address => {
      const [plain] = await geocode(index, {
        address: `${address.street} ${address.number}, ${address.town}`,
      });
      return all.map(noise => ({
        query: noise(address),
        isRight: ([first]: readonly GeocodeResult[]) =>
          first !== undefined &&
          first.components.street === plain?.components.street &&
          first.components.municipality === plain?.components.municipality,
      }));
    }),
  );
  return questionSet(
    `${all.length} kinds of noise around ${addresses.length} addresses: the same street`,
    { shipped: 97, osm: 97 },
    questions.flat(),
    false,
  );
}
