/** Endings of the third declension, as they sound: Πλάτωνος, Αρτέμιδος, Ξενοφώντος, Αίαντος. */
const longEnding = /^(.{3,}?)(?:on|od|id|ad|at)(?:os|as|a|es|on)$/;
const shortEnding = /^(.{2,}?)[aeiou]+[sn]?$/;

/**
 * A light stem of a phonetic key: without the ending that tells nominative from genitive, so
 * that Σόλων and Σόλωνος, Ερμής and Ερμού, Αθήνα and Αθηναίων meet.
 */
export function stem(key: string): string {
  return longEnding.exec(key)?.[1] ?? shortEnding.exec(key)?.[1] ?? key;
}
