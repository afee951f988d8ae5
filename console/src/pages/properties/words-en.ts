import type { PropertiesWords } from './words-el.ts';

/** The texts of the list of properties and of the comparison in English. */
export const en: PropertiesWords = {
  heading: 'Properties',
  privacy: 'Properties and notes stay in this browser only. They are not sent to the service.',
  saved: 'Saved',
  noneSaved: 'No properties are saved. Open one and press “Save”.',
  recent: 'Recent',
  noneRecent: 'There are no recent properties.',
  clearRecent: 'Clear recent',
  opened: moment => `Opened on ${moment}`,
  details: name => `Details: ${name}`,
  remove: 'Delete',
  confirmRemove: name => `Delete “${name}”?`,
  confirmClear: count => `Delete ${count} recent properties?`,
  loses: photos =>
    photos === 0
      ? 'What you wrote about it is lost too.'
      : `What you wrote about it and ${photos === 1 ? 'one photograph' : `${photos} photographs`} are lost too.`,
  losesSome: texts => `You wrote something about ${texts} of them, which is lost too.`,
  compareThis: name => `Compare: ${name}`,
  search: 'Search the properties',
  status: 'Status',
  statuses: { '': 'None', todo: 'To do', ongoing: 'In progress', done: 'Done' },
  label: 'Label',
  labels: 'Labels',
  labelsHint: 'With commas, such as: Bank A, Volos',
  any: 'All',
  shown: (count, all) => `${count} of ${all} properties`,
  noneShown: 'No property matches.',
  showAll: 'Show all',
  compare: 'Compare',
  chooseSome: 'Choose two to four properties to compare them.',
  order: 'Order',
  orders: { opened: 'Opened last', name: 'Name', cost: 'Cost', area: 'Build area' },
  total: 'Total:',
  totalOf: (count, all) => `(${count} of ${all} properties have a cost)`,
  reference: 'Reference',

  unreadable: count =>
    count === 1
      ? 'One stored entry cannot be read. It stays as it is.'
      : `${count} stored entries cannot be read. They stay as they are.`,
  removeUnreadable: 'Delete them',

  file: 'File',
  export: count => `Export to a file (${count})`,
  exporting: 'Exporting…',
  notExported: 'Nothing was exported: the photographs could not be read.',
  exportTooLarge: most =>
    `Nothing was exported: with its photographs the file is larger than ${most} MB. Choose fewer properties with the search or a label.`,
  photosLeftOut: count =>
    count === 1 ? 'One photograph was not stored.' : `${count} photographs were not stored.`,
  import: 'Import from a file',
  imported: (added, joined) =>
    `${added} new properties were imported. ${joined} were here already: what you had written stays, and notes were joined.`,
  notImported: 'Nothing was imported. The file is not as expected:',
  tooLarge: most => `The file is too large. At most ${most} MB are allowed.`,
  notRead: 'The file could not be read.',

  comparison: 'Comparison of properties',
  comparedOn: 'Date',
  property: number => `Property ${number}`,
  nothingToCompare: 'Choose two to four properties from the list.',
  toList: 'To the properties',
  signIn: 'Sign in to compare.',
  differs: 'differs',
  noValue: '—',
  apart: 'Distance from the first',
  differenceHint: name => `Below a value: its difference to ${name}.`,
  nearestAndCount: 'Nearest (count)',
  building: 'Building',
  storedOn: moment => `Stored in this browser, as it was on ${moment}`,
};
