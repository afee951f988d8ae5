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
export function stem(key: string): string {
  return (
    irregular[key] ??
    longEnding.exec(key)?.[1] ??
    kingEnding.exec(key)?.[1] ??
    shortEnding.exec(key)?.[1] ??
    key
  );
}

/**
 * The vowel a word ends in, ο and ου as one: σκουφάς is nearer to σκουφά than to σκούφου.
 */
export function endingVowel(key: string): string {
  const vowel = /([aeiou])[sn]?$/.exec(key)?.[1] ?? '';
  return vowel === 'u' ? 'o' : vowel;
}
