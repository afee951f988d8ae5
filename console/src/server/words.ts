import { rowCount } from '#domain/property/summary-terms.ts';
import { wordsHook } from '../tools/language/language.ts';

const el = {
  map: 'Χάρτης',
  near: 'Γύρω από τους κύκλους',
  mapHint:
    'Κάθε κουκκίδα είναι μία ή περισσότερες γραμμές· το μέγεθος δείχνει το ποσό. Οι αριθμοί είναι των κύκλων.',
  lines: 'Γραμμές:',
  leftOutOfOed: 'Εκτός αρχείου OED',
  lookHint: (count: string) => `${rowCount(count).el} με πρόβλημα ή με κάλυψη κάτω από 50 %.`,
};

const en: typeof el = {
  map: 'Map',
  near: 'Around the circles',
  mapHint:
    'Each dot is one or more rows; its size shows the amount. The numbers are those of the circles.',
  lines: 'Lines:',
  leftOutOfOed: 'Not in the OED file',
  lookHint: (count: string) =>
    `${rowCount(count).en} with a problem, or insured for less than 50%.`,
};

/** The texts that only the file of a summary has. */
export const useFileWords = wordsHook({ el, en });
