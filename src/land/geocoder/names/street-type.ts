import { greekKey, phoneticKeys } from '../text/phonetic.ts';

/** The kind of way in a name; none for a plain street. */
export type StreetType = 'street' | 'avenue' | 'square' | 'passage' | 'arcade' | 'park';

const words: Readonly<Record<StreetType, string>> = {
  street: 'οδοσ οδου οδο οδων οδ odos odou odo od street str',
  avenue:
    'λεωφοροσ λεωφορου λεωφορο λεωφ λεωφορ leoforos leoforou leoforo leof lewf lewforos avenue ave av',
  square: 'πλατεια πλατειασ πλατ πλ plateia plateias platia platias plat pl square sq',
  passage: 'παροδοσ παροδου παροδο παροδ parodos parodou parod',
  arcade: 'στοα στοασ stoa stoas arcade',
  park: 'αλσοσ αλσουσ παρκο παρκου alsos alsous parko parkou park',
};

const typeOfWord = new Map<string, StreetType>(
  Object.entries(words).flatMap(([type, list]) =>
    list.split(' ').map(word => [word, type as StreetType] as const),
  ),
);

const typeOfSound = new Map<string, StreetType>(
  [...typeOfWord]
    .filter(([word]) => /^[α-ω]{4,}$/.test(word))
    .map(([word, type]) => [greekKey(word), type]),
);

/** The kind of way that a folded word names, in either script, or undefined. */
export function streetTypeOf(folded: string): StreetType | undefined {
  const known = typeOfWord.get(folded);
  return (
    known ?? (/^[a-z]{4,}$/.test(folded) ? typeOfSound.get(phoneticKeys(folded)[0]!) : undefined)
  );
}
