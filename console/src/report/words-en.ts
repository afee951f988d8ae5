import type { ReportWords } from './words-el.ts';

/** The texts of the report in English. */
export const en: ReportWords = {
  details: 'Details of the document',
  preparer: 'Prepared by',
  reference: 'Reference',
  purpose: 'Purpose',
  remark: 'Remark',
  photos: 'Photographs',
  photo: number => `Photograph ${number}`,
  addPhotos: 'Add photographs',
  removePhoto: 'Remove',
  logo: 'Logo',
  chooseLogo: 'Choose a logo',
  removeLogo: 'Remove the logo',
  photosKeptHere: most =>
    `Up to ${most} photographs (JPEG, PNG, WebP). They stay in this browser and are drawn anew: position and camera data are removed.`,
  noImage: name => `“${name}” is not an image that can be shown.`,
  tooManyPhotos: most => `A property has at most ${most} photographs.`,
  notStored: 'This browser could not store the photographs.',
  keptHere: 'Kept in this browser only, and printed if filled in.',
  dataOf: 'Data loaded on',
  today: 'Date',
  asked: 'Asked for',
  address: 'Address',

  notes: 'Please note',
  note: {
    rough: (level, distance) =>
      `What was found of the address: ${level}. The position may be off by up to ${distance}.`,
    unit: code => `The KAEK ${code} is that of a unit. The data are those of its parcel.`,
    postalCode: (used, found) =>
      `The cost was calculated with the postal code ${used} that was given. The location has ${found}.`,
    noLocation: 'No address in Greece is known at this point.',
    noParcel: 'The data have no parcel at this point.',
    parcelTooRough: 'The position of the address is not exact enough to find the parcel.',
    noBuilding: 'No building was given, so no cost was calculated.',
    noPostalCode: 'The postal code of the location is not known, so no cost was calculated.',
    wrongPostalCode:
      'The postal code that was given does not fit the location, so no cost was calculated.',
    guessedAddress:
      'The address was found with little confidence and may be another one, so no cost was calculated. The postal code of the property decides.',
    noRate: 'The data have no cost for this postal code and type.',
    noCostOutside: 'Costs are calculated in Greece only.',
    noPlaces: 'No points of interest are known within the search distances.',
    cornersFailed: 'The coordinates of the corners could not be loaded, so the plan is missing.',
    backgroundFailed: 'The streets and buildings of the plan could not be loaded.',
    parcelsFailed: 'The boundaries of the neighbouring parcels could not be loaded.',
  },

  parcelPlan: 'Plan of the parcel',
  parcelPlanText: (scale, corners) =>
    `The parcel at ${scale} with its streets, buildings and neighbours. It has ${corners} corners, which have the same numbers in the table.`,
  aerialPlan: 'The parcel on aerial images.',
  aerialPlanText: scale => `The outline of the parcel on aerial images, at ${scale}.`,
  neighbourhoodPlan: 'Plan of the neighbourhood',
  neighbourhoodPlanText: (scale, numbered) =>
    `The neighbourhood at ${scale} with ${numbered} numbered places, which have the same numbers in the table.`,
  north: 'N',
  gridNorth: 'North of the Greek Grid. True to scale on A4 paper if printed at 100%.',
  trueNorth: 'North is up.',
  beyondPlan: 'A number with an arrow: the place lies beyond the plan.',
  othersOnPlan: 'A dot without a number: another place of the same table.',
  corners: 'Corners in the Greek Grid (GGRS87, EPSG:2100)',
  annex: 'Annex: the parcel with all its corners',
  seeAnnex: 'The annex has a larger plan with all corners.',
  lengths: 'Lengths are on the ground, from each corner to the next of the same boundary.',

  disclaimer: 'Disclaimer',
  disclaimerText:
    'This report was made automatically from the data named under sources, as they were when they were loaded. It is no valuation by a certified valuer, no extract of the cadastral diagram and no land survey, and replaces none of them. The reconstruction cost is no market value. Positions, boundaries and distances (in a straight line) are as exact as their sources. Check the data before you base decisions on them.',
};
