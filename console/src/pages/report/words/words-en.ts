import type { ReportWords } from './words-el.ts';

/** The texts of the report in English. */
export const en: ReportWords = {
  details: 'Details of document and valuation',
  missing: (missing, of) => `${missing} of ${of} missing`,
  complete: of => `complete, ${of} of ${of}`,
  notStated: 'not stated',
  incomplete: (missing, of) =>
    `Incomplete draft: ${missing} of ${of} required statements are missing. It has no statement of compliance and no signature.`,
  amountFault: 'Write an amount in euro, such as 165,000 or 165,000.50.',
  pricesOf: 'Prices of',
  includes: 'The rate includes',
  vat: { in: 'VAT: included', out: 'VAT: not included' },
  plotArea: 'Area of the plot',
  buildingData: 'Building or unit',
  preparer: 'Prepared by',
  reference: 'Reference',
  purpose: 'Purpose',
  registration: 'Valuer’s registration number',
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
  today: 'Date of the report',
  asked: 'Asked for',
  address: 'Address',

  summary: 'Summary',
  building: 'Building',
  accuracy: 'Position',
  accuracyOf: { parcel: 'the parcel of the code', coordinates: 'the point that was given' },
  restsOn: 'Rests on',
  locator: 'Map of the location',
  locatorText: scale => `Where the property is, at ${scale}.`,
  comparablesMap: 'Map of the comparables',
  comparablesMapText: scale => `The subject and the numbered comparables at ${scale}.`,
  parcelSource: sources => `Source of the parcel: ${sources}.`,

  valuationHint:
    'With a template, fields with an asterisk are required; “none” is an answer. The statement of compliance and the place for a signature are printed only when none is missing.',
  templates: 'Template',
  valuationHeading: 'By the valuer',
  valuersWords: 'The preparer filled this in. It does not come from Ktima, which does not sign it.',
  placeAndDate: 'Place and date',
  signature: 'Signature',
  stamp: 'Stamp',
  valuation: {
    client: 'Client',
    users: 'Other intended users',
    interest: 'Interest valued',
    basis: 'Basis of value',
    date: 'Date of valuation',
    inspected: 'Date of inspection',
    inspector: 'Inspected by',
    inspection: 'Extent of inspection',
    unit: 'Floor and unit',
    built: 'Year or period of construction',
    areas: 'Areas and their source',
    includes: 'What the amount includes (fees, permits, demolition, VAT)',
    building_terms: 'Planning status and building terms',
    legality: 'Permits and legality',
    energy_class: 'Energy class',
    occupancy: 'Use and occupancy',
    documents: 'Documents seen',
    reasoning: 'Approach and reasoning',
    evidence: 'Comment on the market evidence',
    value: 'Value stated by the valuer (€)',
    marketability: 'Marketability and time to sell',
    assumptions: 'Assumptions',
    special_assumptions: 'Special assumptions',
    uncertainty: 'Material uncertainty',
    limits: 'Limits of use and liability',
    compliance: 'Statement of compliance and independence',
  },
  template: {
    none: { label: 'None: property data', title: 'Property report' },
    insurance: {
      label: 'Insurance (cost)',
      title: 'Reinstatement cost report for insurance',
      purpose: 'Insurance of the building',
      interest: 'Full ownership',
      basis: 'Reinstatement cost as new',
      assumptions:
        'The building is rebuilt at the same place, with the same area and use, with materials and rules of today. The value of the land is not included.',
      limits:
        'For the insurance of the building by the client. It is no market value. It is not published, and not used by others without the consent of the valuer.',
      compliance:
        'The valuation follows the European Valuation Standards (EVS 2025). The valuer is independent and has no interest in the property.',
    },
    collateral: {
      label: 'Secured lending',
      title: 'Valuation report for secured lending',
      purpose: 'Secured lending',
      interest: 'Full ownership',
      basis: 'Market value',
      assumptions:
        'The property is free of charges, and of leases that were not declared. The documents that were given are exact and complete.',
      limits:
        'For secured lending by the client. It is not published, and not used by others without the consent of the valuer.',
      compliance:
        'The valuation follows the European Valuation Standards (EVS 2025). The valuer is independent and has no interest in the property.',
    },
  },

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
  zonesPlanText: scale =>
    `The zones around the property at a scale of ${scale}, in the colours of the legend.`,
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
    'What the preparer did not write was made automatically from the data named under sources, as they were when they were loaded. It is no valuation by a certified valuer, no extract of the cadastral diagram and no land survey, and replaces none of them. The reconstruction cost is no market value. Positions, boundaries and distances (in a straight line) are as exact as their sources. Check the data before you base decisions on them.',
};
