import type { ZoneResult } from './zone-answers.ts';

/** The texts of zones in Greek. */
export const el = {
  heading: 'Ζώνες',
  signIn: 'Συνδεθείτε για να δείτε τις ζώνες.',
  signInHint: 'Ζώνες πλημμύρας, σεισμικότητας, χρήσεων γης και όσες άλλες έχουν φορτωθεί.',
  none: 'Δεν έχουν φορτωθεί ζώνες.',
  noneHint:
    'Αυτό δεν σημαίνει ότι το ακίνητο είναι εκτός ζωνών: τίποτα δεν έχει ελεγχθεί. Ο διαχειριστής τις φορτώνει με την εντολή:',
  onMap: 'Στον χάρτη',
  nothingOnMap: 'Καμία',
  legend: 'Υπόμνημα',
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
    not_loaded: 'Δεν φορτώθηκε',
  } satisfies Record<ZoneResult, string> as Record<ZoneResult, string>,
  point: {
    inside: 'Το σημείο βρίσκεται σε ζώνη.',
    possibly_inside: 'Η θέση δεν είναι ακριβής: ίσως βρίσκεται σε ζώνη.',
    partly_inside: 'Ένα μέρος βρίσκεται σε ζώνη.',
    outside: 'Καμία ζώνη εδώ: η πηγή έλεγξε αυτό το σημείο και δεν έχει ζώνη.',
    partly_covered: 'Δεν βρέθηκε ζώνη, αλλά οι πηγές δεν έλεγξαν όλη την περιοχή γύρω από τη θέση.',
    not_covered: 'Κανείς δεν έλεγξε αυτό το σημείο: οι πηγές δεν το καλύπτουν.',
    coverage_unknown:
      'Δεν βρέθηκε ζώνη, αλλά η πηγή δεν αναφέρει ποιες περιοχές έλεγξε. Αυτό δεν αποδεικνύει ότι δεν υπάρχει.',
    not_loaded: 'Δεν έχουν φορτωθεί δεδομένα.',
  } satisfies Record<ZoneResult, string> as Record<ZoneResult, string>,
  parcel: {
    inside: 'Όλο το γεωτεμάχιο βρίσκεται σε ζώνη.',
    partly_inside: 'Ένα μέρος του γεωτεμαχίου βρίσκεται σε ζώνη.',
    outside: 'Καμία ζώνη εδώ: η πηγή έλεγξε το γεωτεμάχιο και δεν έχει ζώνη.',
    partly_covered: 'Δεν βρέθηκε ζώνη, αλλά οι πηγές δεν έλεγξαν όλο το γεωτεμάχιο.',
    not_covered: 'Κανείς δεν έλεγξε αυτό το γεωτεμάχιο: οι πηγές δεν το καλύπτουν.',
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
  source: 'Πηγή',
  covers: (area: string) => `καλύπτει: ${area}`,
  sea: 'Απόσταση από τη θάλασσα',
  inSea: 'στη θάλασσα',
  seaAccuracy: (metres: string) => `ακρίβεια ${metres}`,
  notLoaded: 'Δεν έχουν φορτωθεί, άρα δεν ξέρουμε',
  unnamed: 'Ζώνη χωρίς όνομα',
};

export type ZonesWords = typeof el;
