import type { SentenceCode } from '#tools/notation/sentences.ts';
import { streetTypeOf } from '../names/read-name.ts';
import { type Fault, faultOf } from '../score/evidence.ts';

/** A piece of a folded address. */
export interface Token {
  readonly text: string;
  readonly kind: 'word' | 'number' | 'comma' | 'and';
  /** Whether a full stop follows: an abbreviation. */
  readonly dotted: boolean;
  /** Whether a hyphen joins it to the word before it. */
  readonly isHyphened?: boolean;
}

const ands = new Set(['και', 'kai', 'and', 'γων', 'corner']);
/** The same between two names: Τσιμισκή με Αριστοτέλους. */
const between = new Set(['με', 'me']);
/** The same, if they are no village's name. */
const corners = new Set(['γωνια', 'gonia', 'gwnia']);

/** E.Λ.A.Σ., T.K.: letters with full stops are one word. */
const initials = /(?<![a-zα-ω0-9])(?:[a-zα-ω]\.){2,}(?![a-zα-ω]{2})/g;
/**
 * A number with its letter and perhaps a second number; a word, perhaps with a slash inside. Words of
 * other scripts are words too, so that they are not dropped without a fault.
 */
const piece =
  /(\d{1,4}[a-zα-ω]?\s?[-–/]\s?\d{1,4}[a-zα-ω]?(?![a-zα-ω0-9]))|([\p{L}0-9]+(?:\/[a-zα-ω]+)?)(\.?)|([&+])|([,;()\n\t|:])|(?<=\p{L}\.?\s*)([-–—])(?=\s*\p{L})/gu;

/** Cuts a folded address into pieces; what is neither letter, digit nor a known mark is a gap. */
export function tokens(folded: string): Token[] {
  const text = folded.includes('.')
    ? folded.replace(initials, letters => `${letters.replaceAll('.', '')} `)
    : folded;
  const found: Token[] = [];
  let isHyphened = false;
  piece.lastIndex = 0;
  for (let match = piece.exec(text); match !== null; match = piece.exec(text)) {
    const [, range, word, dot, and, comma, hyphen] = match;
    if (range !== undefined) found.push(token(range, 'number'));
    else if (and !== undefined) found.push(token('&', 'and'));
    else if (comma !== undefined) found.push(token(',', 'comma'));
    else if (word !== undefined) addWord(found, word, dot === '.', isHyphened);
    isHyphened = hyphen !== undefined;
  }
  const joined = found.map((one, i) => (isBetween(found, i) ? token('&', 'and') : one));
  return isCorner(joined) ? joined.map(asAnd) : joined;
}

function isBetween(found: readonly Token[], i: number): boolean {
  const [last, next] = [found[i - 1], found[i + 1]];
  const isAfterStreet = last?.kind === 'word' || last?.kind === 'number';
  return between.has(found[i]!.text) && isAfterStreet && next?.kind === 'word';
}

/** Γωνιά and Ασή Γωνιά are villages: a corner has a second street, a number or another `and`. */
function isCorner(found: readonly Token[]): boolean {
  const at = found.findIndex(({ text, kind }) => kind === 'word' && corners.has(text));
  const next = found[at + 1];
  return (
    at >= 0 &&
    ((next !== undefined && next.kind !== 'comma') ||
      found.some(({ kind }) => kind === 'number' || kind === 'and'))
  );
}

function asAnd(one: Token): Token {
  return one.kind === 'word' && corners.has(one.text) ? token('&', 'and') : one;
}

function addWord(found: Token[], word: string, dotted: boolean, isHyphened: boolean): void {
  const add = (text: string, isDotted: boolean, isJoined: boolean) =>
    found.push({ text, kind: 'word', dotted: isDotted, ...(isJoined && { isHyphened: true }) });
  const [left, right] = word.split('/');
  if (ands.has(word)) found.push(token('&', 'and'));
  else if (/^\d{1,5}[a-zα-ω]?$/.test(word)) found.push(token(word, 'number'));
  // Κων/νου is one word cut short, Σκουφά/Λυκαβηττού is a corner.
  else if (right !== undefined && left!.length >= 5 && right.length >= 5) {
    add(left!, false, isHyphened);
    found.push(token('&', 'and'));
    add(right, dotted, false);
  } else add(word, dotted, isHyphened);
}

function token(text: string, kind: Token['kind']): Token {
  return { text, kind, dotted: false };
}

interface Rule {
  readonly pattern: RegExp;
  readonly put?: string;
  /** The message about it; none if it cannot affect the position. */
  readonly fault?: readonly ['house_number' | 'address', SentenceCode];
}

/** The beginning and the end of a word in folded text; `\b` does not work for Greek. */
const start = '(?<![a-zα-ω0-9])';
const end = '(?![a-zα-ω0-9])';

/** A house number, or the day in the name of a street; neither a postal code nor a part of one. */
const houseNumber = `(?<![0-9]|[0-9]{3}[ -])(?![1-8][0-9]{2}[ -][0-9]{2}${end})(?:[0-9]{1,4}[a-zα-ω]?|[0-9]{1,2}ησ)${end}`;

function rule(pattern: string, rest: Omit<Rule, 'pattern'> = {}): Rule {
  return { pattern: new RegExp(pattern, 'g'), ...rest };
}

/** A rule that puts a blank in the place of what it matches. */
const blank = (pattern: string) => rule(pattern, { put: ' ' });

const notSearched = ['address', 'set_aside'] as const;
const notExact = ['address', 'position_of_address'] as const;

/** What is never a part of an address, even if nothing else was typed. */
const foreignRules: readonly Rule[] = [
  blank(`(?:https?://|www\\.)\\S+|(?<!\\S)\\S[^\\s@]*@\\S+\\.[a-z]+`),
  rule(`${start}(?:(?:kaek|καεκ)\\s*(?::\\s*)?)?\\d{12}(?:/\\d+){0,2}${end}`, {
    fault: ['address', 'parcel_set_aside'],
  }),
  blank(`${start}(?:α\\.?φ\\.?μ|afm)\\.?\\s*(?::\\s*)?\\d{9}${end}`),
  // Not available, not known: nothing.
  rule(
    `${start}[nν]/[aα]${end}|(?<=^\\s{0,3}|[,;]\\s{0,3})(?:αγνωστ(?:ο|οσ|η)|agnosto|unknown|null)(?=\\s{0,3}(?:[,;]|$))|(?<=[,;]\\s{0,3})[-–—]{1,3}(?=\\s{0,3}(?:[,;]|$))`,
    { fault: notSearched },
  ),
  // A field of so many thousand square metres; `5 Στρ. Καλλάρη` is a general's street.
  rule(
    `${start}\\d{1,6}(?:[.,]\\d{1,3}){0,2}\\s?(?:στρεμμα(?:τα)?${end}|στρ(?:\\.|${end})(?=\\s{0,3}(?:[,;]|$)))`,
  ),
  rule(
    `${start}(?:οικοπεδο|αγροτεμαχιο|χωραφι)\\s{1,3}\\d{1,6}(?:[.,]\\d{1,3}){0,2}\\s?στρ(?:\\.|${end})`,
  ),
  // Prices and areas.
  rule(
    `${start}\\d+(?:[.,]\\d+)*\\s?(?:€|ευρω${end}|eur(?:o|os)?${end}|τ\\.?\\s?μ\\.?${end}|m2${end})`,
  ),
];

/**
 * Words around addresses that are not part of them. The order matters: whole segments first, then
 * patterns with a number, so that the number is not read as a house number.
 */
const rules: readonly Rule[] = [
  rule(`[(]\\s*(?:πρωην|τεωσ)${end}[^()]*[)]`, {
    put: ' ',
    fault: notSearched,
  }),
  // c/o, for the attention of: up to the comma.
  rule(`${start}(?:c/o|υποψη(?:ν)?)${end}[^,;]*(?:[,;]|$)`),
  // A company by its form: up to the comma, or only up to the form.
  rule(
    `(?:^|[,;])[^,;0-9]*?${start}(?:α\\.?ε\\.?|ε\\.?π\\.?ε\\.?|ο\\.?ε\\.?|ι\\.?κ\\.?ε\\.?|ae|epe|oe|ike|ltd\\.?|α\\.?β\\.?ε\\.?ε?\\.?)(?=[\\s,;]|$),?`,
    {
      put: ' , ',
    },
  ),
  blank(
    `${start}(?:τηλ(?:εφωνο)?|κιν(?:ητο)?|φαξ|tel|fax|mob(?:ile)?)\\.?\\s*(?::\\s*)?\\+?[\\d\\s()-]{6,}`,
  ),
  blank(`(?<!\\d)(?:\\+?30\\s?|0030\\s?)?(?:2\\d{3}|2\\d{2}|210|69\\d)[\\s-]?\\d{6,7}(?!\\d)`),
  rule(`${start}τ\\.?\\s?θ\\.?\\s*(?::\\s*)?\\d+${end}`, {
    fault: notSearched,
  }),
  rule(`${start}p\\.?\\s?o\\.?\\s?box\\s*\\d+${end}`, { fault: notSearched }),
  rule(
    `${start}(?:ο\\.?\\s?τ\\.?|οικ(?:οδομικο)?\\.?\\s?τετρ(?:αγωνο)?\\.?)\\s*(?::\\s*)?\\d+[a-zα-ω]?${end}`,
    {
      fault: notSearched,
    },
  ),
  rule(`${start}α\\.\\s?π\\.?\\s*(?::\\s*)?\\d+${end}`),
  // A bank or shop before its address, up to the comma; behind the telephones, which have numbers too.
  rule(
    `^(?=[^,;0-9]*${start}(?:τραπεζα|bank|φαρμακειο|γραφειο|εταιρεια|super market|σουπερ μαρκετ)${end})[^,;0-9]*(?=[,;].*${houseNumber})`,
    { fault: notSearched },
  ),
  // Kilometre 12.5 of a national road: the road, without a number.
  rule(
    `${start}\\d{1,3}(?:[.,]\\d{1,3})?\\s?(?:οσ?|th)?\\s*(?:χλμ|χιλμ|χιλιομετρο|χιλ|km)\\.?${end}(?:\\s*(?:τησ|του)${end})?`,
    { fault: ['house_number', 'not_on_road'] },
  ),
  rule(`${start}(?:π\\.\\s?)?(?:ε|ν)\\.\\s?ο\\.(?!\\s?[a-zα-ω]\\.)`, { put: ' εθνικη οδοσ ' }),
  // Floors and flats.
  blank(
    `${start}(?:\\d{1,2}\\s?(?:οσ|ου|ο|η)?|[α-η]['΄’]?)\\s*(?:οροφοσ|οροφου|οροφο|ορ)${end}\\.?`,
  ),
  blank(`${start}(?:οροφοσ|ορ\\.)${end}\\s*(?:\\d{1,2}(?:οσ|ο)?${end})?`),
  blank(`(?<=\\d[a-zα-ω]?[\\s,(]+)(?:ισ|ημ|υπ)\\.?(?=[\\s,)]|$)`),
  blank(
    `${start}(?:διαμ(?:ερισμα)?|γραφειο|γραφ|κτιριο|κτηριο|κτ|πτερυγα|αιθουσα|καταστημα|apt|flat|floor)${end}\\.?\\s*(?:\\d{1,4}[a-zα-ω]?|[a-zα-ω]\\d{0,3})${end}`,
  ),
  // Ερμού12, TK54623; but Xan8i has a digit for a letter.
  blank(`(?<=[a-zα-ω]{3})(?![3489][ehiouwy]${end})(?=\\d{1,4}[a-zα-ω]?${end})`),
  rule(`${start}(?:τ\\.?\\s?κ|t\\.?\\s?k)\\.?\\s*(?::\\s*)?(?=\\d{3}\\s?\\d\\d${end})`, {
    put: 'τκ ',
  }),
  blank(`${start}(?:ανευ\\s+αρ(?:ιθμου|ιθ)?\\.?|χωρισ\\s+αρ(?:ιθμο|ιθ)?\\.?|α/α)(?=[\\s,;]|$)`),
  // Opposite something: behind an address it goes up to the comma, before one it is a word.
  rule(
    `(?<=[a-zα-ω0-9][\\s,]+)${start}(?:εναντι|απεναντι|πλησιον|παραπλευρωσ|οπισθεν|ανωθεν|κοντα|διπλα|πισω απο|μπροστα)${end}[^,;]*`,
    { fault: notExact },
  ),
  rule(
    `${start}(?:εναντι|απεναντι|πλησιον|παραπλευρωσ|οπισθεν|ανωθεν|κοντα|διπλα|μπροστα)${end}(?:\\s+(?:σε|απο|στην?|στον?|στα|στουσ|τησ|του)${end})?`,
    { fault: ['address', 'position_of_neighbour'] },
  ),
  // An industrial area, which has the name of its town.
  rule(
    `${start}(?:βι\\.?\\s?(?:πε|πα|οπα)(?:\\.?\\s?θ)?(?:\\.|${end})|(?:βιομηχανικη|βιοτεχνικη)\\s+(?:περιοχη|ζωνη)${end}|βιο(?:μηχανικο|τεχνικο)\\s+παρκο${end})`,
    { put: ' βιπε ' },
  ),
  // A field or plot: beside a house number it is left out, else its name may be that of a village.
  rule(
    `(?<=\\s\\d{1,4}[a-zα-ω]?\\s*[,;][^]*)(?:θεση|τοποθεσια)${end}[^,;]*|(?<=^|[,;]\\s*)(?:θεση|τοποθεσια)${end}[^,;]*(?=[,;][^]*\\s\\d{1,4}[a-zα-ω]?\\s*[,;])`,
    { fault: notExact },
  ),
  blank(`(?<=^|[,;]\\s*)(?:θεση|τοποθεσια)${end}(?=\\s*[a-zα-ω])`),
  // At the crossing of two streets.
  blank(
    `${start}(?:διασταυρωση|συμβολη)${end}(?:\\s+(?:των|τησ|του)${end})?(?=[^,;]*[\\s](?:και|kai|με|&|[-–])\\s)`,
  ),
  blank(`${start}(?:επι\\s+τησ\\s+οδου|επι\\s+τησ|επι|στην?|στον?|στα|στουσ|στισ)${end}`),
];

/** The number before `χλμ`. */
const kilometreNumber = new RegExp(
  `${start}(\\d{1,3}(?:[.,]\\d{1,3})?)\\s?(?:οσ?|th)?\\s*(?:χλμ|χιλμ|χιλιομετρο|χιλ|km)${end}`,
);

/** A folded address without the words around it. */
interface WithoutNoise {
  readonly text: string;
  /** Those of the words that may matter, as they were typed (folded). */
  readonly setAside: Fault[];
  /** The kilometre of a road; null without. */
  readonly kilometre: number | null;
}

/**
 * A folded address without the words around it. What is set aside at its end never has the town:
 * `isTown` distinguishes names of towns.
 */
export function withoutNoise(
  folded: string,
  isTown: (text: string) => boolean = () => false,
): WithoutNoise {
  const found = kilometreNumber.exec(folded)?.[1]?.replace(',', '.');
  const kilometre = found === undefined ? null : Number(found);
  const own = apply(foreignRules, folded, isTown);
  const { text, setAside } = apply(rules, own.text, isTown);
  // An address that is only noise is searched unchanged.
  return /[a-zα-ω0-9]/.test(text)
    ? { text, setAside: [...own.setAside, ...setAside], kilometre }
    : { ...own, kilometre };
}

function apply(
  list: readonly Rule[],
  folded: string,
  isTown: (text: string) => boolean,
): { text: string; setAside: Fault[] } {
  const setAside: Fault[] = [];
  let text = folded;
  for (const { pattern, put = ' , ', fault } of list) {
    // A search is several times as fast as a replacement of nothing.
    if (text.search(pattern) < 0) continue;
    text = text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const before = text.slice(
        0,
        rest.find(one => typeof one === 'number'),
      );
      const isLast = before.length + found.length === text.length;
      const town = isLast ? townAtEnd(found, before, isTown) : '';
      const aside = found.slice(0, found.length - town.length).trim();
      if (fault) setAside.push(faultOf(...fault, aside));
      return put + town;
    });
  }
  return { text, setAside };
}

/** A name of a town has at most this many words. */
const mostTownWords = 3;

/**
 * The town that ends words of which the rest is set aside: `Ερμού 29 έναντι Δημοτικού Κήπου Πάτρα`.
 * Empty if a town stands before them, or if nothing but the town is left to be near to.
 */
function townAtEnd(found: string, before: string, isTown: (text: string) => boolean): string {
  const isTownBefore = before.split(/[,;]/).slice(0, -1).some(isTown);
  const words = found.trimEnd().split(/\s+/);
  let left = words.length;
  // A town may be followed by what holds it.
  for (let count = mostTownWords; !isTownBefore && count > 0; count--) {
    const rest = words.slice(0, Math.max(0, left - count)).filter(word => word.length > 4);
    // `δίπλα στην Τράπεζα Πειραιώς` is no town.
    if (
      rest.length < 2 ||
      /^τραπεζ/.test(rest.at(-1)!) ||
      !isTown(words.slice(left - count, left).join(' '))
    )
      continue;
    left -= count;
    count = mostTownWords + 1;
  }
  return words.slice(left).join(' ');
}

/** Words about a building and an offer, folded, which say nothing about where it is. */
const buildingWords = new Set(
  `ισογειο ισογειου ισογεια ισογειοσ ισογειασ υπερυψωμενο ημιυπογειο ημιυπογειου υπογειο υπογειου
   υπογεια ημιωροφοσ ημιοροφοσ δωμα ρετιρε παταρι παταριου σοφιτα πιλοτη μεσοπατωμα isogeio ypogeio
   basement ground
   καταστημα καταστηματα καταστηματοσ γραφεια γραφειο γραφειου αποθηκη αποθηκησ διαμερισμα
   διαμερισματοσ διαμερισματα οροφοδιαμερισμα μονοκατοικια μονοκατοικιασ μεζονετα μεζονετασ
   γκαρσονιερα γκαρσονιερασ πολυκατοικια πολυκατοικιασ κατοικια κατοικιασ στουντιο βιλα βιλλα
   οικοπεδο αγροτεμαχιο βιοτεχνια επαγγελματικοσ επαγγελματικη δυαρι τριαρι τεσσαρι ακινητο
   apartment studio maisonette shop office house villa katastima grafeio apothiki diamerisma
   monokatoikia mezoneta garsoniera
   κηπο παρκινγκ γκαραζ πισινα τζακι βεραντα ασανσερ parking garage
   πωλειται πωλουνται πωληση ενοικιαζεται ενοικιαζονται ενοικιαση προσ τιμη επιπλωμενο νεοδμητο
   ανακαινισμενο ανακαινισμενη διαμπερεσ γωνιακο φωτεινο ευκαιρια εμβαδον εμβαδου sale rent
   poleitai enoikiazetai`.split(/\s+/),
);
/** Those that count something; the number is before them. */
const countedWords = new Set(
  `υ/δ υδ υπνοδωματιο υπνοδωματια υπνοδωματιων δωματια δωματιο δωματιων μπανιο μπανια wc κουζινα
   οροφοι οροφουσ τμ sqm bedroom bedrooms bathroom bathrooms`.split(/\s+/),
);
/** Those before a year. */
const datedWords = new Set('κατασκευη κατασκευησ ετοσ ετουσ built'.split(' '));
const joinedBy = new Set(['με', 'me', 'και', 'for', 'χωρισ']);

/**
 * Without words about the building, which are no part of an address: a comma stands in their place.
 * Where nothing else was typed, and behind `οδός`, they are names.
 */
export function withoutBuildingWords(list: readonly Token[]): readonly Token[] {
  const isLeft = list.map(() => true);
  list.forEach(({ text, kind }, i) => {
    if (kind !== 'word') return;
    const isNumber = (at: number) => list[at]?.kind === 'number';
    const isCounted = countedWords.has(text) && isNumber(i - 1);
    const isDated = datedWords.has(text) && isNumber(i + 1);
    const isNoise = isCounted || isDated || buildingWords.has(text);
    if (!isNoise || (i > 0 && streetTypeOf(list[i - 1]!.text) !== undefined)) return;
    isLeft[i] = false;
    if (isCounted) isLeft[i - 1] = false;
    if (isDated) isLeft[i + 1] = false;
  });
  const hasName = list.some(({ kind, text }, i) => isLeft[i] && kind === 'word' && text.length > 2);
  if (!isLeft.includes(false) || !hasName) return list;
  // `ισόγειο & υπόγειο` is no corner.
  const joins = ({ kind, text }: Token) => kind === 'and' || joinedBy.has(text);
  const isAlone = (i: number) => isLeft[i - 1] === false || isLeft[i + 1] === false;
  const comma: Token = { text: ',', kind: 'comma', dotted: false };
  return list.map((token, i) => (isLeft[i] && !(joins(token) && isAlone(i)) ? token : comma));
}
