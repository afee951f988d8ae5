import { type Words, words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../tools/language/language.ts';
import type { ZoneResult } from './zone-answers.ts';

/** The texts of zones. */
export const { el, en } = inLanguages({
  signIn: words('Συνδεθείτε για να δείτε τις ζώνες.', 'Sign in to see the zones.'),
  signInHint: words(
    'Ζώνες κατάκλυσης, σεισμικότητας, χρήσεων γης και όσες άλλες έχουν φορτωθεί.',
    'Flood, earthquake, planning and other zones that were loaded.',
  ),
  none: words('Δεν έχουν φορτωθεί ζώνες.', 'No zones are loaded.'),
  noneHint: words(
    'Αυτό δεν σημαίνει ότι το ακίνητο είναι εκτός ζωνών: τίποτα δεν έχει ελεγχθεί. Ο διαχειριστής τις φορτώνει με την εντολή:',
    'This does not mean that the property is outside of zones: nothing was checked. The operator loads them with:',
  ),
  onMap: words('Στον χάρτη', 'On the map'),
  nothingOnMap: words('Καμία', 'None'),
  otherValue: words('Άλλη ή χωρίς τιμή', 'Other or no value'),
  allZones: words('Όλες οι ζώνες', 'All zones'),
  from: (value: string) => words(`από ${value}`, `from ${value}`),
  upTo: (value: string) => words(`έως ${value}`, `up to ${value}`),
  tooMany: words('Πάρα πολλές ζώνες: μεγεθύνετε τον χάρτη.', 'Too many zones: zoom in.'),
  mapFailed: words(
    'Τα χρώματα αυτού του είδους δεν φορτώθηκαν.',
    'The colours of this kind were not loaded.',
  ),
  short: {
    inside: words('Εντός', 'Inside'),
    possibly_inside: words('Ίσως εντός', 'Perhaps inside'),
    partly_inside: words('Εν μέρει', 'In part'),
    outside: words('Εκτός', 'Outside'),
    partly_covered: words('Εν μέρει άγνωστο', 'Partly unknown'),
    not_covered: words('Δεν ελέγχθηκε', 'Not checked'),
    coverage_unknown: words('Άγνωστο', 'Unknown'),
    not_loaded: words('Χωρίς δεδομένα', 'No data'),
  } satisfies Record<ZoneResult, Words> as Record<ZoneResult, Words>,
  point: {
    inside: words('Το σημείο βρίσκεται σε ζώνη.', 'The point is in a zone.'),
    possibly_inside: words(
      'Η θέση ή τα όρια δεν είναι ακριβή: ίσως βρίσκεται σε ζώνη.',
      'The position or the borders are not exact: it may be in a zone.',
    ),
    partly_inside: words('Ένα μέρος βρίσκεται σε ζώνη.', 'A part is in a zone.'),
    outside: words(
      'Καμία ζώνη εδώ: η πηγή έλεγξε αυτό το σημείο και δεν έχει ζώνη.',
      'No zone here: the source looked at this point and has none.',
    ),
    partly_covered: words(
      'Δεν βρέθηκε ζώνη, αλλά οι πηγές δεν έλεγξαν όλη την περιοχή γύρω από τη θέση.',
      'No zone was found, but no source looked at the whole area around the position.',
    ),
    not_covered: words(
      'Δεν ελέγχθηκε: καμία πηγή δεν καλύπτει αυτό το σημείο.',
      'Not checked: no source covers this point.',
    ),
    coverage_unknown: words(
      'Δεν βρέθηκε ζώνη, αλλά η πηγή δεν αναφέρει ποιες περιοχές έλεγξε. Αυτό δεν αποδεικνύει ότι δεν υπάρχει.',
      'No zone was found, but the source does not say where it looked. This does not prove that there is none.',
    ),
    not_loaded: words('Δεν έχουν φορτωθεί δεδομένα.', 'No data are loaded.'),
  } satisfies Record<ZoneResult, Words> as Record<ZoneResult, Words>,
  parcel: {
    inside: words('Όλο το γεωτεμάχιο βρίσκεται σε ζώνη.', 'The whole parcel is in a zone.'),
    partly_inside: words(
      'Ένα μέρος του γεωτεμαχίου βρίσκεται σε ζώνη.',
      'A part of the parcel is in a zone.',
    ),
    outside: words(
      'Καμία ζώνη εδώ: η πηγή έλεγξε το γεωτεμάχιο και δεν έχει ζώνη.',
      'No zone here: the source looked at the parcel and has none.',
    ),
    partly_covered: words(
      'Δεν βρέθηκε ζώνη, αλλά οι πηγές δεν έλεγξαν όλο το γεωτεμάχιο.',
      'No zone was found, but no source looked at the whole parcel.',
    ),
    not_covered: words(
      'Δεν ελέγχθηκε: καμία πηγή δεν καλύπτει αυτό το γεωτεμάχιο.',
      'Not checked: no source covers this parcel.',
    ),
  } as Partial<Record<ZoneResult, Words>>,
  also: {
    possibly_inside: words(
      'Η θέση ή τα όρια δεν είναι ακριβή: ίσως βρίσκεται και εδώ.',
      'The position or the borders are not exact: it may be here too.',
    ),
    partly_inside: words(
      'Ένα μέρος του γεωτεμαχίου βρίσκεται και εδώ.',
      'A part of the parcel is here too.',
    ),
  },
  share: words('Μέρος του γεωτεμαχίου', 'Share of the parcel'),
  more: (count: number) => words(`Άλλες ${count}`, `${count} more`),
  notListed: (count: number) =>
    words(`και άλλες ${count}, που δεν εμφανίζονται`, `and ${count} more, which are not listed`),
  nearest: (metres: string) =>
    words(`Η πλησιέστερη απέχει ${metres}`, `The nearest is ${metres} away`),
  noneWithin: (metres: string) => words(`Καμία σε απόσταση ${metres}`, `None within ${metres}`),
  covers: (area: string) => words(`καλύπτει: ${area}`, `covers: ${area}`),
  sea: words('Απόσταση από τη θάλασσα', 'Distance to the sea'),
  inSea: words('στη θάλασσα', 'in the sea'),
  seaAccuracy: (metres: string) => words(`ακρίβεια ${metres}`, `accuracy ${metres}`),
  notLoaded: words('Δεν ελέγχθηκαν (δεν έχουν φορτωθεί δεδομένα)', 'Not checked (no data loaded)'),
  unnamed: words('Ζώνη χωρίς όνομα', 'Zone without a name'),
});

/** The texts in the language of the page. */
export const useZonesWords = wordsHook({ el, en });
