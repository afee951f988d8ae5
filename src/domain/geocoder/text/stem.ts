import { fold, memoized } from './fold.ts';
import { phoneticKeys } from './phonetic.ts';

/** Endings of the third declension, as they sound: Πλάτωνος, Αρτέμιδος, Ξενοφώντος, Αίαντος. */
const longEnding = /^(.{3,}?)(?:on|od|id|ad|at)(?:os|as|a|es|on)$/;
/** Βασιλεύς, Πειραιεύς. */
const kingEnding = /^(.{2,}?)e?fs$/;
const shortEnding = /^(.{2,}?)[aeiou]{1,2}[sn]?$/;

/** Words whose cases share too little: Μέγας and Μεγάλου. */
const irregular: Readonly<Record<string, string>> = { megas: 'megal', mega: 'megal' };

/**
 * A light stem of a phonetic key, without the ending that differs between nominative and genitive:
 * Σόλων and Σόλωνος, Ερμής and Ερμού, Αθήνα and Αθηναίων have the same.
 */
export const stem: (key: string) => string = memoized(
  key =>
    irregular[key] ??
    longEnding.exec(key)?.[1] ??
    kingEnding.exec(key)?.[1] ??
    shortEnding.exec(key)?.[1] ??
    key,
);

/** Endings behind one stem that forms of one word may have. Every other pair is of two words. */
const declensions: readonly RegExp[] = [
  /^(?:[aeiou][sn]?)?$/,
  // Ολυμπία Ολυμπίας, Θησέας Θησέως, Ηράκλειο Ηρακλείου: the vowel before the last stays.
  ...['a', 'e', 'i', 'o', 'u'].map(vowel => new RegExp(`^${vowel}[aeiou][sn]?$`)),
  // Χαλάνδρι Χαλανδρίου.
  /^i(?:u|a|o|on)?$/,
  // Πόλις Πόλεως, Θησεύς Θησέως, Πειραιεύς Πειραιά.
  /^(?:is?|e?fs|eos|ea|eas|eon|os|as|a)$/,
  // Ηρακλής Ηρακλέους.
  /^(?:is?|eus|ea)$/,
  // Νικόλαος Νικολάου Νικόλας.
  /^a(?:s|o|os|u)?$/,
  // Σόλων Σόλωνος, Ξενοφών Ξενοφώντος, Άρτεμις Αρτέμιδος, Αίας Αίαντος, Κύμα Κύματος.
  ...[
    ['on', 'on'],
    ['on', 'od'],
    ['is', 'id'],
    ['as', 'ad'],
    ['a', 'at'],
  ].map(([nominative, longer]) => new RegExp(`^(?:${nominative}|${longer}(?:os|as|a|es|on))$`)),
];

/** Whether words of one stem may be forms of one word: Ιάσονος is Ιάσων, and not Ιασούς. */
export function isOneWord(a: string, b: string, root = stem(a)): boolean {
  if (a === b || !a.startsWith(root) || !b.startsWith(root)) return stem(b) === root;
  const [one, other] = [a.slice(root.length), b.slice(root.length)];
  return declensions.some(endings => endings.test(one) && endings.test(other));
}

/**
 * The vowel a word ends in, ο and ου as one: σκουφάς is nearer to σκουφά than to σκούφου.
 */
export function endingVowel(key: string): string {
  const vowel = /([aeiou])[sn]?$/.exec(key)?.[1] ?? '';
  return vowel === 'u' ? 'o' : vowel;
}

/** A name by the stems of its words: the same for nominative and genitive, with any accents. */
export function nameKey(name: string): string {
  return fold(name)
    .split(/[^a-zα-ω0-9]+/)
    .map(word => stem(phoneticKeys(word)[0]!))
    .join(' ');
}
