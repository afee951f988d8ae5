import type { Language } from '#tools/notation/languages.ts';
import type { PointOfInterest } from '../../../../client/src/types.ts';
import { wordsHook } from '../../tools/language/language.ts';

/** The words about ways on foot in Greek; they are loaded with the parts that show them. */
const el = {
  heading: 'Με τα πόδια',
  // No line ends between a figure and its unit.
  minutes: (minutes: number) => `${minutes}\u00a0${minutes === 1 ? 'λεπτό' : 'λεπτά'}`,
  onFoot: (minutes: string) => `${minutes} με τα πόδια`,
  no_way: 'δεν βρέθηκε δρόμος',
  beyond_5_km: 'πάνω από 5\u00a0km',
  slopes: 'Οι χρόνοι με τα πόδια υπολογίζουν και τις κλίσεις.',
  method: 'Με τα πόδια: σε δρόμους του OpenStreetMap, 80\u00a0m το λεπτό.',
  areas: 'Λεπτά με τα πόδια',
  long_detour: 'μεγάλη παράκαμψη: ίσως λείπει δρόμος από τον χάρτη',
  off_ground: 'από γέφυρα ή σήραγγα',
  startsOffGround: 'Η διαδρομή αρχίζει σε γέφυρα ή σήραγγα: τα λεπτά είναι αβέβαια.',
  reachesEdge:
    'Η περιοχή φτάνει στο όριο των φορτωμένων δεδομένων: τι υπάρχει πέρα από αυτό δεν είναι γνωστό.',
  noPoint: 'Επιλέξτε πρώτα ένα ακίνητο ή σημείο.',
  notNow: 'Τα λεπτά με τα πόδια δεν είναι διαθέσιμα αυτή τη στιγμή.',
  noScope: 'Ο λογαριασμός σας δεν έχει δικαίωμα για τα σημεία γύρω από ένα ακίνητο.',
  noWayNear: 'Δεν βρέθηκε δρόμος για πεζούς κοντά στο σημείο.',
  notLoaded: 'Δεν έχουν φορτωθεί δρόμοι για πεζούς σε αυτή την εγκατάσταση.',
};

const en: typeof el = {
  heading: 'On foot',
  minutes: minutes => `${minutes}\u00a0min`,
  onFoot: minutes => `${minutes} on foot`,
  no_way: 'no way known',
  beyond_5_km: 'over 5\u00a0km',
  slopes: 'Minutes on foot also count slopes.',
  method: 'On foot: along ways of OpenStreetMap, 80\u00a0m a minute.',
  areas: 'Minutes on foot',
  long_detour: 'long detour: a way may be missing on the map',
  off_ground: 'from a bridge or tunnel',
  startsOffGround: 'The walk starts on a bridge or in a tunnel: the minutes are uncertain.',
  reachesEdge: 'The area comes to the edge of the loaded data: what lies beyond is not known.',
  noPoint: 'Choose a property or a point first.',
  notNow: 'Minutes on foot are not available at the moment.',
  noScope: 'Your account may not see the places around a property.',
  noWayNear: 'No way to walk on is known near the point.',
  notLoaded: 'No ways to walk on are loaded in this installation.',
};

const onFootWords: Readonly<Record<Language, typeof el>> = { el, en };

/** The words about ways on foot in the language of the page. */
export const useOnFootWords = wordsHook({ el, en });

/** The fields of a place about the way on foot. */
export type Walked = Pick<PointOfInterest, 'walking_minutes' | 'walking_note' | 'walking_doubt'>;

/** Whole minutes, rounded up: to arrive early is better than to be late. */
function wholeMinutes(minutes: number): number {
  return Math.max(1, Math.ceil(minutes));
}

/** How long the way takes, or why that is not known; undefined if no ways are loaded. */
export function walkTime(place: Walked, language: Language): string | undefined {
  const words = onFootWords[language];
  const { walking_minutes: minutes, walking_note: note } = place;
  if (typeof minutes === 'number') return words.minutes(wholeMinutes(minutes));
  return note === 'no_way' || note === 'beyond_5_km' ? words[note] : undefined;
}

/** Why the way on foot may be wrong; undefined if nothing shows it. */
export function walkDoubt(
  { walking_doubt: doubt }: Walked,
  language: Language,
): string | undefined {
  return doubt ? onFootWords[language][doubt] : undefined;
}

/** The same as a text of its own, beside the straight distance. */
export function walkText(place: Walked, language: Language): string | undefined {
  const time = walkTime(place, language);
  const isAlone = time === undefined || place.walking_note === 'no_way';
  return isAlone ? time : onFootWords[language].onFoot(time);
}

/** Whether the minutes of some answers count slopes. */
export function countsSlopes(
  places: readonly { readonly walking_note?: Walked['walking_note'] }[],
): boolean {
  return places.some(({ walking_note: note }) => note === 'with_slopes');
}
