import { inEnglish, type SentenceCode, withDetails } from '#tools/notation/sentences.ts';

/**
 * What is found out about a candidate, as a list of findings, and how much each finding counts. The
 * functions below add them up. How rivals and namesakes share the confidence is in the rank files.
 */

/** A part of a result that differs from the query. */
export interface Fault {
  readonly field:
    | 'street'
    | 'house_number'
    | 'postal_code'
    | 'city'
    | 'locality'
    | 'corner'
    | 'address';
  readonly code: SentenceCode;
  /** The names and numbers of the problem. */
  readonly details: readonly string[];
  /** The sentence that the code is with the details. */
  readonly problem: string;
}

/** A fault with its sentence. */
export function faultOf(
  field: Fault['field'],
  code: SentenceCode,
  ...details: readonly (string | number)[]
): Fault {
  const texts = details.map(String);
  return { field, code, details: texts, problem: inEnglish(withDetails({ code, details: texts })) };
}

/** Something that was found out about a candidate, and how much it counts. */
export interface Finding {
  readonly name: string;
  /** How well a candidate with it fits, 0 to 1: this decides between candidates. */
  readonly fit: number;
  /** How often such an answer is right, 0 to 1: its part of the confidence. */
  readonly trust: number;
  readonly fault: Pick<Fault, 'field' | 'code'> | null;
  readonly details: readonly (string | number)[];
}

function finding(fit: number, trust = fit, fault: Finding['fault'] = null): Finding {
  return { name: '', fit, trust, fault, details: [] };
}

/** A finding that is also a fault of the result. */
function faulty(fit: number, field: Fault['field'], code: SentenceCode, trust = fit): Finding {
  return finding(fit, trust, { field, code });
}

/** The findings. `scripts/geocoder/fit.ts` fits the trust in them and shows what each changes. */
export const findings = named({
  // How a typed word meets a word of a name.
  wordExact: finding(1),
  /** Same sound, other spelling: Greeklish, η for ι, one consonant for two. */
  wordSound: finding(0.985),
  /** Same stem and the same vowel at the end, as nominative and genitive mostly have. */
  wordEnding: finding(0.975),
  wordAbbreviated: finding(0.975),
  wordInitial: finding(0.97),
  /** The beginning of a word that is still being typed. */
  wordUnfinished: finding(0.96),
  /** Same stem, quite another ending. */
  wordForm: finding(0.93),
  /** The same where hardly any stem is left to compare. */
  wordShortStem: finding(0.86),
  /** Either of the two where the typed word is itself a word of names. */
  wordFormOfOther: finding(0.716),
  /** One letter wrong, missing, doubled or swapped: below every match without a slip. */
  wordSlip: finding(0.82, 0.87),
  /** A short form of the very word that carries the name is a guess. */
  coreAbbreviated: finding(0.858),

  // How the name of a town is typed, besides.
  townSlip: faulty(0.88, 'city', 'read_as', 0.88),
  /** The beginning of its name. */
  townUnfinished: faulty(0.96, 'city', 'read_as', 0.75),
  /** A town of the same stem whose ending is that of another word: Συκέα for Συκιά. */
  townLikeForm: finding(0.86),
  /** A town whose namesake is known to be spelled so in Latin letters. */
  townOtherSpelling: finding(0.75),

  // A word of the name that was not typed.
  /** Perhaps a given name that is not in the list. */
  coreMissing: finding(0.62),
  /** The same while the name is being typed from its beginning. */
  coreNotYet: finding(0.9),
  namingTitleMissing: finding(0.72),
  /** A given name, another title or a year: Αμαλίας is Βασιλίσσης Αμαλίας. */
  lesserMissing: finding(0.975, 0.99),

  // A typed word that the name does not have.
  /** A usual word: then it is another name. */
  wordSurplus: finding(0),
  /** Μπενάκη Παναγή is not Μπενάκη Εμμανουήλ. */
  namingSurplus: finding(0.6),
  /** Αγίου Νικολάου is not Νικολάου Γεωργίου. */
  saintSurplus: finding(0.55),
  /** A given name, the title of a ruler or a short form. */
  lesserSurplus: finding(0.88),
  /** Another title, or Λ., which may be the avenue itself. */
  titleSurplus: finding(0.97),
  notInName: faulty(1, 'street', 'not_in_name'),
  calledOtherwise: faulty(1, 'street', 'called'),

  // The typed kind of way against the name's.
  /** Avenues are called streets and the reverse. */
  avenueForStreet: finding(0.99, 1),
  /** A square, passage, arcade or park that was not asked for. */
  wayUnasked: finding(0.8),
  wayOther: finding(0.75),

  // What a reading of the address leaves out.
  /** A whole group that is neither street nor known town: perhaps a quarter. */
  groupIgnored: faulty(0.9, 'locality', 'part_not_known', 0.95),
  /** Words before the street that no street has: a shop, a company, a person. */
  wordsBefore: finding(0.85, 0.95),
  /** The group is a town that is known: what was typed as a town is never dropped. */
  townMissed: finding(0.3, 0.62),
  /** The same for a village beside a city elsewhere, one of whose quarters may have its name. */
  villageMissed: finding(0.55, 0.75),
  /** The same where nothing else shows the town: the result is not in the one that was typed. */
  onlyTownMissed: faulty(1, 'city', 'not_in'),
  /** The same among the words of the street, whose name does not have it. */
  townInStreetMissed: faulty(0.4, 'city', 'not_in', 0.5),
  /** The group may be a town, by its stem or with a slip. */
  guessMissed: finding(0.85, 0.92),
  /** The last group is the name of a town with a slip. */
  slipMissed: finding(0.45, 0.6),
  /** A city's exact name among other words: `Κάτω Τούμπα Θεσσαλονίκης`, Μεραρχίας Σερρών. */
  cityMissed: finding(0.5),
  /** A house number behind a town's name: more likely the name is a street's. */
  numberAtTown: finding(0.6),

  // A street whose words are a town's.
  /** The words are exactly a town's name, and only nearly the street's: Αθήνα is not Αθηνάς. */
  townAsStreet: finding(0.85),
  /**
   * The same without a number, beside a postal code or other words, or for a square or park that
   * the street is not: `Αθήνα 54634`, Πάρκο Τρίκαλα.
   */
  townAndMore: finding(0.5),

  // A name without a number or a kind of way may be no street.
  bareWithoutTown: finding(1, 0.5),
  /** The street is called otherwise, by its ending or a letter. */
  bareOtherForm: finding(1, 0.5),
  /** It is the word for a building: Πανεπιστήμιο Πατρών is not Πανεπιστημίου. */
  bareBuilding: finding(1, 0.3),

  // The house number against what is known of the street.
  numberBetween: faulty(0.985, 'house_number', 'number_between'),
  numberInRange: faulty(0.96, 'house_number', 'number_in_range'),
  numberUnknown: faulty(0.96, 'house_number', 'number_not_known', 0.97),
  /** A number never decides between streets, so that it fits little less. */
  numberOutside: faulty(0.94, 'house_number', 'number_outside', 0.7),
  numberSetAside: faulty(1, 'house_number', 'set_aside'),

  // The postal code against the street's or the place's.
  /** Of the same town, or with the same first three digits. */
  codeNearby: faulty(0.75, 'postal_code', 'street_has_code'),
  codeOther: faulty(0.45, 'postal_code', 'street_has_code'),
  codeNotThere: faulty(0.6, 'postal_code', 'not_there'),
  /** The postal code agrees, the town does not. */
  codeElsewhere: faulty(0.6, 'city', 'code_is_in'),
  codeInOtherTown: faulty(0.6, 'city', 'code_in_other_town'),

  // The town against the street's.
  inTown: finding(1),
  /** The right municipality, another part of it. */
  quarterNear: finding(0.93, 0.85),
  quarterNearOther: faulty(0.93, 'city', 'found_km_away', 0.8),
  /** A quarter is a wish: the street is elsewhere in the town. */
  quarterOutside: faulty(0.9, 'city', 'found_km_away', 0.85),
  quarterFar: faulty(0.93, 'city', 'found_km_away'),
  /** A village whose postal codes are not the street's. */
  villageOther: faulty(0.3255, 'city', 'found_elsewhere'),
  /** Somewhere in the regional unit or region asked for. */
  inArea: finding(0.9),
  /** The same where a city has the name of the area. */
  aroundCity: faulty(0.6, 'city', 'found_near'),
  /** Athens for a town of its basin. */
  inBasin: faulty(0.85, 'city', 'found_near'),

  // Corners.
  cornerName: finding(1),
  cornerApart: finding(0.97),
  /** What is read as the second street is a town as it was typed, and nothing else shows the town. */
  cornerIsTown: faulty(1, 'city', 'not_in', 0.3),
  cornerUnknown: faulty(0.85, 'corner', 'corner_not_known'),
  cornerNotInName: faulty(1, 'corner', 'not_in_name'),
  cornerCalled: faulty(1, 'corner', 'called'),
  cornerNumber: faulty(1, 'corner', 'set_aside'),

  // Places beside each other.
  /** How surely a place lies in another: by borders and lists, or only near it. */
  heldSurely: finding(1),
  heldNear: finding(0.8, 0.95),
  /** A place beside a town or area that does not hold it. */
  notHeld: faulty(0.3, 'city', 'not_in'),
  /** A place behind the area that holds it: the area may be the name of a street. */
  areaFirst: finding(0.99),
  /** The second of two places that each hold one of the other's name. */
  laterTown: finding(0.8),
  /** The first of two towns where no place of that name is known in the later one. */
  firstOfTwo: finding(0.66, 0.55),
  likeName: faulty(1, 'locality', 'called', 0.4),

  // A place in place of a street or building that is not known: how it fits, and how often it is right.
  standIn: finding(0.46, 1),
  /** Streets are known there, and this one is not among them. */
  streetNotListed: finding(1, 0.9),
  /** Nothing shows that a street was meant: more likely a village that is not known. */
  perhapsVillage: finding(1, 0.25),
  /** The unknown words follow a village: more often they name the area around it. */
  perhapsContainer: finding(1, 0.5),
  /** A building in a village; it is less often right in a town, and rarely in a city. */
  buildingInTown: finding(1, 0.95),
  buildingInCode: finding(1, 0.46),
  /** Airports are outside their town. */
  buildingOutside: finding(1, 0.05),
  streetNotThere: faulty(1, 'street', 'not_known_in'),
  streetsNotThere: faulty(1, 'street', 'no_streets_in'),
  buildingNotThere: faulty(1, 'address', 'not_known_in'),
  streetNotFound: faulty(1, 'street', 'not_found'),
  streetsNotFound: faulty(1, 'street', 'no_streets_there'),
  buildingNotFound: faulty(1, 'address', 'not_found'),
  partUnknown: faulty(1, 'locality', 'part_not_known'),

  // Which place of a name is meant, and where it is.
  nameMeant: finding(1, 0.95),
  /** A village without its own position that has namesakes: others may be unknown. */
  nameCommon: finding(1, 0.8),
  positionRough: finding(1),
  /** A municipality whose main town has another name: the village of its own name may be meant. */
  seatElsewhere: finding(1, 0.6),
  /** Nothing else was found. */
  lastResort: faulty(0.15, 'address', 'only_its', 0.3),
  areaSeat: faulty(1, 'address', 'seat_of_area', 0.95),

  // Places that are searched by their name.
  placeWordMissing: finding(0.95),
  placeMeant: finding(1, 0.95),
  /** The 15th school of a town, if the ordinal was not typed. */
  placeOrdinalMissing: finding(1, 0.3),
  /** A word of its own that was not typed: `Βόλος` is not ΕΚΟ (Βόλου 12). */
  placeOwnWordMissing: finding(1, 0.75),
  /** Only a corrected word shows it, without its town or its kind. */
  placeOnlyBySlip: finding(1, 0.3),
  /** Found by the word for its kind: another of the kind may be missing. */
  placeByKind: finding(1, 0.632),
  placeCalled: faulty(1, 'address', 'called'),
  placeNear: faulty(1, 'city', 'found_near', 0.85),
  /** A school or town hall near the town, where any of the kind is asked for. */
  anyPlaceNear: faulty(1, 'city', 'found_near', 0.25),

  /** A point on the road between two towns, which is right within 10 km. */
  onRoad: finding(1, 0.8),

  // The hints beside the address.
  hintSaysCode: faulty(1, 'postal_code', 'part_says_code', 0.9),
  hintCodeUnknown: faulty(1, 'postal_code', 'is_not_known', 0.9),
  hintCityNothing: faulty(1, 'city', 'set_aside'),
  hintCityUnknown: faulty(1, 'city', 'not_known', 0.9),
  /** Only its form or a slip resembles the name of a town, and the postal code is not that town's. */
  hintCityGuessed: faulty(1, 'city', 'read_as', 0.9),
  hintCityPartUnknown: faulty(1, 'city', 'word_not_known', 0.9),
  hintContradicted: faulty(1, 'city', 'nothing_in', 0.7),
  /** A street anywhere, while the town was given and is not known. */
  townUnknown: finding(1, 0.55),
  streetNameless: faulty(1, 'street', 'without_name', 0.9),
});

/** Findings by their names; in the object as it is written, they are found fastest. */
function named<Name extends string>(table: Record<Name, Finding>): typeof table {
  for (const [name, one] of Object.entries<{ name: string }>(table)) one.name = name;
  return table;
}

/** A finding with the details of its fault. */
export function detailed(
  { name, fit, trust, fault }: Finding,
  ...details: readonly (string | number)[]
): Finding {
  return { name, fit, trust, fault, details };
}

/** A finding that counts more the larger something is: the shares are 1 for the least. */
export function scaled(one: Finding, byFit: number, byTrust = byFit): Finding {
  const { name, fit, trust, fault, details } = one;
  return { name, fit: fit * byFit, trust: trust * byTrust, fault, details };
}

/** Findings as they are made, with the score so far. */
export class Tally {
  readonly evidence: Finding[] = [];
  score = 1;

  add(one: Finding): void {
    this.score *= one.fit;
    if (one !== findings.wordExact) this.evidence.push(one);
  }
}

/** How well a candidate fits by all that was found out about it, 0 to 1; `before` by other findings. */
export function scoreOf(evidence: readonly Finding[], before = 1): number {
  let score = before;
  for (const { fit } of evidence) score *= fit;
  return score;
}

/** How often such a candidate is right, as far as it does not depend on other candidates. */
export function trustOf(evidence: readonly Finding[]): number {
  let trust = 1;
  for (const one of evidence) trust *= one.trust;
  return trust;
}

/** The faults among the findings, in their order. */
export function faultsOf(evidence: readonly Finding[]): Fault[] {
  return evidence.flatMap(({ fault, details }) =>
    fault === null ? [] : [faultOf(fault.field, fault.code, ...details)],
  );
}

/** A name below this is another name. */
export const leastNameScore = 0.55;
/** A street below this, or below this share of the best, is not shown. */
export const leastShown = 0.15;
export const leastShareOfBest = 0.6;
/** A result below this is shown only if nothing else is found. */
export const leastScore = 0.3;
