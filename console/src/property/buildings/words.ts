import { wordsHook } from '../../tools/language/language.ts';

/** The texts of buildings in Greek. */
const el = {
  heading: 'Κτίρια',
  none: 'Κανένα γνωστό κτίριο εδώ. Αυτό δεν αποδεικνύει ότι δεν υπάρχει.',
  count: 'Πλήθος',
  covered: 'Επιφάνεια κάλυψης',
  footprint: 'Ίχνος κτιρίου',
  coverage: 'Ποσοστό κάλυψης',
  floorArea: 'Δομημένη επιφάνεια (εκτίμηση)',
  floorAreaOf: (known: number, all: number) =>
    known === all
      ? 'ίχνος κτιρίου × όροφοι'
      : `ίχνος κτιρίου × όροφοι, για ${known} από ${all} με γνωστούς ορόφους`,
  leftOut: (count: number) =>
    count === 1
      ? '1 γειτονικό κτίριο περνά λίγο το όριο και δεν μετρήθηκε.'
      : `${count} γειτονικά κτίρια περνούν λίγο το όριο και δεν μετρήθηκαν.`,
  overlap: (area: string) =>
    `Ίχνη κτιρίων επικαλύπτονται κατά ${area}. Το έδαφος αυτό μετρά μία φορά στην επιφάνεια κάλυψης.`,
  notListed: (count: number) => `Και ${count} μικρότερα κτίρια.`,
  use: 'Χρήση',
  levels: 'Αριθμός ορόφων',
  height: 'Ύψος',
  year: 'Έτος',
  share: 'Στο γεωτεμάχιο',
  unnamed: 'Κτίριο',
  /** The commonest values of OpenStreetMap; others are shown as they are. */
  uses: {
    yes: '',
    apartments: 'πολυκατοικία',
    house: 'μονοκατοικία',
    detached: 'μονοκατοικία',
    semidetached_house: 'διπλοκατοικία',
    residential: 'κατοικίες',
    commercial: 'εμπορικό κτίριο',
    retail: 'κατάστημα',
    office: 'γραφεία',
    industrial: 'βιομηχανικό κτίριο',
    warehouse: 'επαγγελματική αποθήκη',
    garage: 'γκαράζ',
    garages: 'γκαράζ',
    shed: 'υπόστεγο',
    roof: 'στέγαστρο',
    hotel: 'ξενοδοχείο',
    school: 'σχολείο',
    university: 'πανεπιστήμιο',
    hospital: 'νοσοκομείο',
    church: 'εκκλησία',
    public: 'δημόσιο κτίριο',
    farm: 'αγροικία',
    farm_auxiliary: 'αγροτική αποθήκη',
    construction: 'υπό κατασκευή',
    ruins: 'ερείπιο',
  } as Readonly<Record<string, string>>,
  source: 'Πηγή κτιρίων',
};
type BuildingWords = typeof el;

/** The same in English. */
const en: BuildingWords = {
  heading: 'Buildings',
  none: 'No building is known here. That is no proof that none stands here.',
  count: 'Number',
  covered: 'Ground covered',
  footprint: 'Footprint',
  coverage: 'Share covered',
  floorArea: 'Floor area (estimate)',
  floorAreaOf: (known, all) =>
    known === all
      ? 'footprint × levels'
      : `footprint × levels, of ${known} of ${all} with known levels`,
  leftOut: count =>
    count === 1
      ? '1 neighbour crosses the border a little and is not counted.'
      : `${count} neighbours cross the border a little and are not counted.`,
  overlap: area =>
    `Outlines of buildings overlap by ${area}. This ground counts once in the ground covered.`,
  notListed: count => `And ${count} smaller buildings.`,
  use: 'Use',
  levels: 'Levels',
  height: 'Height',
  year: 'Year',
  share: 'On the parcel',
  unnamed: 'Building',
  uses: {
    yes: '',
    apartments: 'apartment building',
    house: 'house',
    detached: 'detached house',
    semidetached_house: 'semi-detached house',
    residential: 'dwellings',
    commercial: 'commercial building',
    retail: 'shop',
    office: 'offices',
    industrial: 'industrial building',
    public: 'public building',
    farm: 'farmhouse',
    farm_auxiliary: 'farm building',
    construction: 'under construction',
  },
  source: 'Source of buildings',
};

/** The texts of buildings in the language of the page. */
export const useBuildingWords = wordsHook<BuildingWords>(el, en);
