import type { ZoneResult } from './zone-answers.ts';

/** The texts of zones in Greek. */
export const el = {
  signIn: 'Συνδεθείτε για να δείτε τις ζώνες.',
  signInHint: 'Ζώνες κατάκλυσης, σεισμικότητας, χρήσεων γης και όσες άλλες έχουν φορτωθεί.',
  none: 'Δεν έχουν φορτωθεί ζώνες.',
  noneHint:
    'Αυτό δεν σημαίνει ότι το ακίνητο είναι εκτός ζωνών: τίποτα δεν έχει ελεγχθεί. Ο διαχειριστής τις φορτώνει με την εντολή:',
  onMap: 'Στον χάρτη',
  nothingOnMap: 'Καμία',
  otherValue: 'Άλλη ή χωρίς τιμή',
  allZones: 'Όλες οι ζώνες',
  from: (value: string) => `από ${value}`,
  upTo: (value: string) => `έως ${value}`,
  tooMany: 'Πάρα πολλές ζώνες: μεγεθύνετε τον χάρτη.',
  mapFailed: 'Τα χρώματα αυτού του είδους δεν φορτώθηκαν.',
  short: {
    inside: 'Εντός',
    possibly_inside: 'Ίσως εντός',
    partly_inside: 'Εν μέρει',
    outside: 'Εκτός',
    partly_covered: 'Εν μέρει άγνωστο',
    not_covered: 'Δεν ελέγχθηκε',
    coverage_unknown: 'Άγνωστο',
    not_loaded: 'Χωρίς δεδομένα',
  } satisfies Record<ZoneResult, string> as Record<ZoneResult, string>,
  point: {
    inside: 'Το σημείο βρίσκεται σε ζώνη.',
    possibly_inside: 'Η θέση δεν είναι ακριβής: ίσως βρίσκεται σε ζώνη.',
    partly_inside: 'Ένα μέρος βρίσκεται σε ζώνη.',
    outside: 'Καμία ζώνη εδώ: η πηγή έλεγξε αυτό το σημείο και δεν έχει ζώνη.',
    partly_covered: 'Δεν βρέθηκε ζώνη, αλλά οι πηγές δεν έλεγξαν όλη την περιοχή γύρω από τη θέση.',
    not_covered: 'Δεν ελέγχθηκε: καμία πηγή δεν καλύπτει αυτό το σημείο.',
    coverage_unknown:
      'Δεν βρέθηκε ζώνη, αλλά η πηγή δεν αναφέρει ποιες περιοχές έλεγξε. Αυτό δεν αποδεικνύει ότι δεν υπάρχει.',
    not_loaded: 'Δεν έχουν φορτωθεί δεδομένα.',
  } satisfies Record<ZoneResult, string> as Record<ZoneResult, string>,
  parcel: {
    inside: 'Όλο το γεωτεμάχιο βρίσκεται σε ζώνη.',
    partly_inside: 'Ένα μέρος του γεωτεμαχίου βρίσκεται σε ζώνη.',
    outside: 'Καμία ζώνη εδώ: η πηγή έλεγξε το γεωτεμάχιο και δεν έχει ζώνη.',
    partly_covered: 'Δεν βρέθηκε ζώνη, αλλά οι πηγές δεν έλεγξαν όλο το γεωτεμάχιο.',
    not_covered: 'Δεν ελέγχθηκε: καμία πηγή δεν καλύπτει αυτό το γεωτεμάχιο.',
  } as Partial<Record<ZoneResult, string>>,
  also: {
    possibly_inside: 'Η θέση δεν είναι ακριβής: ίσως βρίσκεται και εδώ.',
    partly_inside: 'Ένα μέρος του γεωτεμαχίου βρίσκεται και εδώ.',
  },
  share: 'Μέρος του γεωτεμαχίου',
  more: (count: number) => `Άλλες ${count}`,
  notListed: (count: number) => `και άλλες ${count}, που δεν εμφανίζονται`,
  nearest: (metres: string) => `Η πλησιέστερη απέχει ${metres}`,
  noneWithin: (metres: string) => `Καμία σε απόσταση ${metres}`,
  covers: (area: string) => `καλύπτει: ${area}`,
  sea: 'Απόσταση από τη θάλασσα',
  inSea: 'στη θάλασσα',
  seaAccuracy: (metres: string) => `ακρίβεια ${metres}`,
  notLoaded: 'Δεν ελέγχθηκαν (δεν έχουν φορτωθεί δεδομένα)',
  unnamed: 'Ζώνη χωρίς όνομα',
};

export type ZonesWords = typeof el;

/** The texts of zones in English. */
export const en: ZonesWords = {
  signIn: 'Sign in to see the zones.',
  signInHint: 'Flood, earthquake, planning and other zones that were loaded.',
  none: 'No zones are loaded.',
  noneHint:
    'This does not mean that the property is outside of zones: nothing was checked. The operator loads them with:',
  onMap: 'On the map',
  nothingOnMap: 'None',
  otherValue: 'Other or no value',
  allZones: 'All zones',
  from: value => `from ${value}`,
  upTo: value => `up to ${value}`,
  tooMany: 'Too many zones: zoom in.',
  mapFailed: 'The colours of this kind were not loaded.',
  short: {
    inside: 'Inside',
    possibly_inside: 'Perhaps inside',
    partly_inside: 'In part',
    outside: 'Outside',
    partly_covered: 'Partly unknown',
    not_covered: 'Not checked',
    coverage_unknown: 'Unknown',
    not_loaded: 'No data',
  },
  point: {
    inside: 'The point is in a zone.',
    possibly_inside: 'The position is not exact: it may be in a zone.',
    partly_inside: 'A part is in a zone.',
    outside: 'No zone here: the source looked at this point and has none.',
    partly_covered:
      'No zone was found, but no source looked at the whole area around the position.',
    not_covered: 'Not checked: no source covers this point.',
    coverage_unknown:
      'No zone was found, but the source does not say where it looked. This does not prove that there is none.',
    not_loaded: 'No data are loaded.',
  },
  parcel: {
    inside: 'The whole parcel is in a zone.',
    partly_inside: 'A part of the parcel is in a zone.',
    outside: 'No zone here: the source looked at the parcel and has none.',
    partly_covered: 'No zone was found, but no source looked at the whole parcel.',
    not_covered: 'Not checked: no source covers this parcel.',
  },
  also: {
    possibly_inside: 'The position is not exact: it may be here too.',
    partly_inside: 'A part of the parcel is here too.',
  },
  share: 'Share of the parcel',
  more: count => `${count} more`,
  notListed: count => `and ${count} more, which are not listed`,
  nearest: metres => `The nearest is ${metres} away`,
  noneWithin: metres => `None within ${metres}`,
  covers: area => `covers: ${area}`,
  sea: 'Distance to the sea',
  inSea: 'in the sea',
  seaAccuracy: metres => `accuracy ${metres}`,
  notLoaded: 'Not checked (no data loaded)',
  unnamed: 'Zone without a name',
};
