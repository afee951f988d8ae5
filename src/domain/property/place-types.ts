/** All place types, spelt as on the wire, with their search radius in metres. */
export const radiusMetresByType = {
  airport: 10_000,
  bank: 1_000,
  bus_stop: 1_000,
  bus_station: 1_000,
  metro_station: 2_000,
  future_metro_station: 2_000,
  tram_station: 2_000,
  elementary_school: 1_000,
  high_school: 1_000,
  primary_school: 1_000,
  kindergarden: 1_000,
  hospital: 1_000,
  clinic: 1_000,
  park: 1_000,
  playground: 1_000,
  fuel_station: 1_000,
  sports: 1_000,
  church: 1_000,
  police: 1_000,
  post_office: 1_000,
  shopping_mall: 1_000,
  train_station: 2_000,
  university: 1_000,
  city_hall: 1_000,
  supermarket: 1_000,
} as const;

export type PlaceType = keyof typeof radiusMetresByType;

export const placeTypes = Object.keys(radiusMetresByType) as PlaceType[];

/** What Greek files call them, folded; a bare school may be of any kind. */
const greekNames: Readonly<Record<PlaceType, string>> = {
  airport: 'αεροδρομιο, αερολιμενασ',
  bank: 'τραπεζα',
  bus_stop: 'σταση λεωφορειου',
  bus_station: 'σταθμοσ λεωφορειων, κτελ',
  metro_station: 'σταθμοσ μετρο, μετρο',
  future_metro_station: 'μελλοντικοσ σταθμοσ μετρο',
  tram_station: 'σταση τραμ, τραμ',
  elementary_school: 'σχολειο',
  high_school: 'γυμνασιο, λυκειο, γυμνασιο η λυκειο',
  primary_school: 'δημοτικο, δημοτικο σχολειο',
  kindergarden: 'νηπιαγωγειο, παιδικοσ σταθμοσ',
  hospital: 'νοσοκομειο',
  clinic: 'κλινικη, κεντρο υγειασ',
  park: 'παρκο',
  playground: 'παιδικη χαρα',
  fuel_station: 'πρατηριο καυσιμων, βενζιναδικο',
  sports: 'αθλητικεσ εγκαταστασεισ, γηπεδο, γυμναστηριο',
  church: 'εκκλησια, ναοσ, ιεροσ ναοσ',
  police: 'αστυνομικο τμημα, αστυνομια',
  post_office: 'ταχυδρομειο',
  shopping_mall: 'εμπορικο κεντρο',
  train_station: 'σιδηροδρομικοσ σταθμοσ, σταθμοσ τρενου',
  university: 'πανεπιστημιο',
  city_hall: 'δημαρχειο',
  supermarket: 'σουπερ μαρκετ',
};
const typeByName = new Map(
  placeTypes.flatMap(type => greekNames[type].split(', ').map(name => [name, type] as const)),
);

/** The type that a folded Greek name means. */
export function placeTypeNamed(folded: string): PlaceType | undefined {
  return typeByName.get(folded.trim());
}
