/**
 * How much each observation counts. A score is the product of these factors, so every doubt lowers
 * it and only a match without any doubt reaches 1. They are estimates, which the gold set tests.
 */

/** How well a typed word meets a word of a name. */
export const quality = {
  exact: 1,
  /** Same sound, other spelling: Greeklish, η for ι, one consonant for two. */
  sound: 0.985,
  /** Same stem and the same vowel at the end, as nominative and genitive mostly have. */
  ending: 0.975,
  /** Same stem, quite another ending. */
  grammar: 0.93,
  /** The same where hardly any stem is left to compare. */
  shortStem: 0.86,
  /** What both keep where the typed word is itself a word of names. */
  otherWord: 0.77,
  /** The same for a typing error. */
  otherWordSlip: 0.55,
  abbreviation: 0.975,
  /** The beginning of a word that is still being typed. */
  unfinished: 0.96,
  initial: 0.97,
  /** A short form of the very word that carries the name is a guess. */
  shortCore: 0.88,
  /** One letter wrong, missing, doubled or swapped: below every match without a slip. */
  slip: 0.82,
  townSlip: 0.88,
  /** A town of the same stem whose ending is that of another word: Συκέα for Συκιά. */
  likeForm: 0.86,
  /** A town whose namesake is known to be spelled so in Latin letters. */
  otherSpelling: 0.75,
} as const;

/** A word of the name that was not typed. */
export const missing = {
  /** Perhaps a given name that is not in the list. */
  core: 0.62,
  /** The same while the name is being typed from its beginning. */
  notYet: 0.9,
  /** Two core words or more, of a name of which only the last was typed. */
  allButLast: 0.58,
  given: 0.975,
  namingTitle: 0.72,
  /** Less than a neighbour of the city costs: Αμαλίας of Athens is Βασιλίσσης Αμαλίας. */
  rulerTitle: 0.88,
  title: 0.97,
  year: 0.97,
} as const;

/** A typed word that the name does not have. */
export const surplus = {
  /** A usual word: then it is another name. */
  word: 0,
  given: 0.85,
  /** The name has another given name: Μπενάκη Παναγή is not Μπενάκη Εμμανουήλ. */
  otherGiven: 0.6,
  namingTitle: 0.7,
  rulerTitle: 0.88,
  /** Αγίου Νικολάου is not Νικολάου Γεωργίου. */
  saint: 0.55,
  title: 0.97,
  abbreviation: 0.88,
  /** Λ. may be a given name's initial or the avenue itself. */
  avenueLetter: 0.95,
  /** A whole group that is neither street nor known town: perhaps a quarter. */
  aside: 0.9,
  /** The same where the group is a town we know: what was typed as a town is never dropped. */
  missedTown: 0.3,
  /** The same where the group may be a town, by its stem or with a slip. */
  missedGuess: 0.85,
  /** Words before the street that no street has: a shop, a company, a person. */
  wordsBefore: 0.85,
  /** A house number behind a town's name: more likely the name is a street's. */
  numberAtTown: 0.8,
  /** The words are exactly a town's name, and only nearly the street's: Αθήνα is not Αθηνάς. */
  townAsStreet: 0.85,
  /** The same without a number, beside a postal code or other words: `Αθήνα 54634`. */
  townAndMore: 0.5,
  /** The same for a square or park that the street is not: Πάρκο Τρίκαλα is not Τρικάλων. */
  townAsOtherType: 0.45,
  /** A city's exact name among words that fit a street only nearly: Μεραρχίας Σερρών. */
  cityInStreet: 0.45,
} as const;

/** Typed kind of way against the name's. */
export const wayFit = {
  /** Avenues are called streets and the reverse. */
  avenueForStreet: 0.99,
  /** A square, passage, arcade or park that was not asked for. */
  unasked: 0.8,
  other: 0.75,
} as const;

/** The house number against what is known of the street. */
export const numberFit = {
  known: 1,
  interpolated: 0.985,
  /** Within the street's range, or on a street without a recorded range. */
  plausible: 0.96,
  /** Little less: a number never decides between streets, see `doubtfulNumber`. */
  outside: 0.94,
} as const;

/** What a number that the best street cannot have takes from the certainty of all results. */
export const doubtfulNumber = 0.75;

/** How often a place is meant whose name is also that of a street in the town beside it. */
export const sameNameDoubt = 0.9;

/** How often people write a city's name for a street that each of its suburbs has too. */
export const suburbShare = 0.03;
export const mostSuburbs = 5;

/** How much less often a street of the city is meant whose name fits less well than a suburb's. */
export const similarNamePower = 4;

/** Postal code and town as asked against the street's. */
export const placeFit = {
  /** Of the same town, or with the same first three digits. */
  nearbyCode: 0.75,
  otherCode: 0.45,
  noCode: 0.9,
  /** The right municipality, another part of it. */
  otherQuarter: 0.93,
  /** Of that, a village whose postal codes are not the street's. */
  otherVillage: 0.35,
  /** Somewhere in the regional unit or region asked for. */
  area: 0.9,
  /** The same where a city has the name of the area. */
  aroundCity: 0.6,
  /** Athens for a town of its basin. */
  basin: 0.85,
  /** A school or town hall near the town, where any of the kind is asked for. */
  anyBuildingNear: 0.25,
  /** The postal code agrees, the town does not. */
  otherTown: 0.6,
  /** A place beside a town or area that does not hold it. */
  otherContainer: 0.3,
  /** A place behind the area that holds it: the area may be the name of a street. */
  areaFirst: 0.99,
  /** The second of two places that each hold one of the other's name. */
  laterTown: 0.8,
  /** The first of two towns where no place of that name is known in the later one. */
  firstOfTwo: 0.66,
  cornerApart: 0.97,
  cornerUnknown: 0.85,
} as const;

/** Only a town that is spelled or sounds right may stand in for a street that is not found. */
export const leastFallbackQuality = quality.sound;

/** Where the street is not found and the town or postal code is all we can give: against streets. */
export const fallback = { town: 0.46, postalCode: 0.46 } as const;

/** How often such a town or postal code is the right one. */
export const fallbackTrust = {
  /** No streets are known there, so a missing street proves nothing. */
  noStreets: 0.98,
  /** Streets are known there, and this one is not among them. */
  hasStreets: 0.46,
  /** Nothing shows that a street was meant: more likely a village that is not known. */
  perhapsVillage: 0.15,
  /** The unknown words follow a village: more often they name the area around it. */
  perhapsContainer: 0.5,
} as const;

/** How often a town is right within 1 km for a building in it that is not known. */
export const buildingTrust = {
  /** Of a village; half as often in a town of `halfPeople` inhabitants, and rarely in a city. */
  village: 0.95,
  halfPeople: 80_000,
  /** Airports are outside their town. */
  outside: 0.05,
  /** A postal code is right if the building is within this number of metres. */
  rightMetres: 1_000,
} as const;

/** How often a name without a number or a kind of way is a street. */
export const bareStreet = {
  /** No town was typed. */
  noTown: 0.5,
  /** It is that of a town or area behind a town: Ελληνικό Χανίων may be a village there. */
  laterTown: 0.5,
  /** The street is called otherwise, by its ending or a letter. */
  otherForm: 0.5,
  /** It is the word for a building: Πανεπιστήμιο Πατρών is not Πανεπιστημίου. */
  building: 0.3,
} as const;

/** How often a town has a street that is not known there. */
export const streetElsewhere = {
  /** Its streets are known, and this one is not among them. */
  notListed: 0.05,
  /** Its streets are not known: as often as others have one, and at least this often. */
  least: 0.05,
  /** How much less often a street is meant whose name fits less well, beside a larger namesake. */
  namePower: 8,
} as const;

/** How surely a place lies in another: by borders and lists, or only near it. */
export const holdFit = { sure: 1, near: 0.8 } as const;

/** A rival counts from this share of the best score on, and fully when it is as good. */
export const rivalShare = 0.96;

/** How often another street is meant where the town has one that is called just as typed. */
export const otherStreet = {
  /** It only sounds like that. */
  sound: 0.3,
  /** It has more words, or is a square, arcade or passage. */
  longerName: 0.5,
} as const;

/** A name below this is another name. */
export const leastNameScore = 0.55;
/** A result below this, or below this share of the best, is noise. */
export const leastScore = 0.3;
/** The same where nothing else is found and a town or postal code is known. */
export const leastScoreAlone = 0.15;
export const leastShareOfBest = 0.6;
