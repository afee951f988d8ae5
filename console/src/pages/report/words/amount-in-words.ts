import type { Language } from '#tools/notation/languages.ts';

const small = {
  el: 'μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα έντεκα δώδεκα δεκατρία δεκατέσσερα δεκαπέντε δεκαέξι δεκαεπτά δεκαοκτώ δεκαεννέα',
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
};
const tens = {
  el: 'είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα',
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
};
const hundreds = 'διακόσια τριακόσια τετρακόσια πεντακόσια εξακόσια επτακόσια οκτακόσια εννιακόσια';
/** Thousands are feminine in Greek, euro and millions neuter. */
const feminine: Readonly<Record<string, string>> = {
  ένα: 'μία',
  τρία: 'τρεις',
  τέσσερα: 'τέσσερις',
  δεκατρία: 'δεκατρείς',
  δεκατέσσερα: 'δεκατέσσερις',
};

const at = (words: string, index: number) => words.split(' ')[index]!;

function belowHundred(number: number, language: Language): string {
  if (number < 20) return at(small[language], number);
  const ten = at(tens[language], Math.floor(number / 10) - 2);
  if (number % 10 === 0) return ten;
  return `${ten}${language === 'el' ? ' ' : '-'}${at(small[language], number % 10)}`;
}

function belowThousand(number: number, language: Language): string {
  const [hundred, rest] = [Math.floor(number / 100), number % 100];
  if (hundred === 0) return belowHundred(rest, language);
  const more = rest === 0 ? '' : ` ${belowHundred(rest, language)}`;
  if (language === 'en') return `${at(small.en, hundred)} hundred${more && ` and${more}`}`;
  if (hundred === 1) return more ? `εκατόν${more}` : 'εκατό';
  return `${at(hundreds, hundred - 2)}${more}`;
}

function asFeminine(words: string): string {
  return words
    .split(' ')
    .map(word => feminine[word] ?? word.replace(/κόσια$/, 'κόσιες'))
    .join(' ');
}

/** A thousand, a million or a billion of them. */
function group(number: number, power: number, language: Language): string {
  const words = belowThousand(number, language);
  if (language === 'en') return [words, at('_ thousand million billion', power)].join(' ');
  if (power === 1) return number === 1 ? 'χίλια' : `${asFeminine(words)} χιλιάδες`;
  const name = power === 2 ? 'εκατομμύρι' : 'δισεκατομμύρι';
  return `${words} ${name}${number === 1 ? 'ο' : 'α'}`;
}

function whole(number: number, language: Language): string {
  if (number === 0) return at(small[language], 0);
  const groups = [3, 2, 1].flatMap(power => {
    const count = Math.floor(number / 1_000 ** power) % 1_000;
    return count === 0 ? [] : [group(count, power, language)];
  });
  const rest = number % 1_000;
  const and = language === 'en' && groups.length > 0 && rest < 100 ? 'and ' : '';
  if (rest > 0) groups.push(and + belowThousand(rest, language));
  return groups.join(' ');
}

/** An amount below a trillion euro in words, as it stands beside its figures. */
export function amountInWords(euros: number, language: Language): string {
  const cents = Math.round(euros * 100) % 100;
  const words = `${whole(Math.floor(Math.round(euros * 100) / 100), language)} ${language === 'el' ? 'ευρώ' : 'euro'}`;
  if (cents === 0) return words;
  const unit =
    language === 'el' ? (cents === 1 ? 'λεπτό' : 'λεπτά') : cents === 1 ? 'cent' : 'cents';
  return `${words} ${language === 'el' ? 'και' : 'and'} ${belowHundred(cents, language)} ${unit}`;
}
