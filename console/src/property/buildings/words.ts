import { type Words, words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../tools/language/language.ts';

/** The texts of buildings. */
export const { el, en } = inLanguages({
  heading: words('Κτίρια', 'Buildings'),
  none: words(
    'Κανένα γνωστό κτίριο εδώ. Αυτό δεν αποδεικνύει ότι δεν υπάρχει.',
    'No building is known here. That is no proof that none stands here.',
  ),
  count: words('Πλήθος', 'Number'),
  covered: words('Επιφάνεια κάλυψης', 'Ground covered'),
  footprint: words('Ίχνος κτιρίου', 'Footprint'),
  coverage: words('Ποσοστό κάλυψης', 'Share covered'),
  floorArea: words('Δομημένη επιφάνεια (εκτίμηση)', 'Floor area (estimate)'),
  floorAreaOf: (known: number, all: number) =>
    words(
      known === all
        ? 'ίχνος κτιρίου × όροφοι'
        : `ίχνος κτιρίου × όροφοι, για ${known} από ${all} με γνωστούς ορόφους`,
      known === all
        ? 'footprint × levels'
        : `footprint × levels, of ${known} of ${all} with known levels`,
    ),
  leftOut: (count: number) =>
    words(
      count === 1
        ? '1 γειτονικό κτίριο περνά λίγο το όριο και δεν μετρήθηκε.'
        : `${count} γειτονικά κτίρια περνούν λίγο το όριο και δεν μετρήθηκαν.`,
      count === 1
        ? '1 neighbour crosses the border a little and is not counted.'
        : `${count} neighbours cross the border a little and are not counted.`,
    ),
  overlap: (area: string) =>
    words(
      `Ίχνη κτιρίων επικαλύπτονται κατά ${area}. Το έδαφος αυτό μετρά μία φορά στην επιφάνεια κάλυψης.`,
      `Outlines of buildings overlap by ${area}. This ground counts once in the ground covered.`,
    ),
  notListed: (count: number) =>
    words(`Και ${count} μικρότερα κτίρια.`, `And ${count} smaller buildings.`),
  use: words('Χρήση', 'Use'),
  levels: words('Αριθμός ορόφων', 'Levels'),
  height: words('Ύψος', 'Height'),
  year: words('Έτος', 'Year'),
  share: words('Στο γεωτεμάχιο', 'On the parcel'),
  unnamed: words('Κτίριο', 'Building'),
  /** The commonest values of OpenStreetMap; others are shown as they are. */
  uses: {
    yes: words('', ''),
    apartments: words('πολυκατοικία', 'apartment building'),
    house: words('μονοκατοικία', 'house'),
    detached: words('μονοκατοικία', 'detached house'),
    semidetached_house: words('διπλοκατοικία', 'semi-detached house'),
    residential: words('κατοικίες', 'dwellings'),
    commercial: words('εμπορικό κτίριο', 'commercial building'),
    retail: words('κατάστημα', 'shop'),
    office: words('γραφεία', 'offices'),
    industrial: words('βιομηχανικό κτίριο', 'industrial building'),
    warehouse: words('επαγγελματική αποθήκη', 'warehouse'),
    garage: words('γκαράζ', 'garage'),
    garages: words('γκαράζ', 'garages'),
    shed: words('υπόστεγο', 'shed'),
    roof: words('στέγαστρο', 'roof'),
    hotel: words('ξενοδοχείο', 'hotel'),
    school: words('σχολείο', 'school'),
    university: words('πανεπιστήμιο', 'university'),
    hospital: words('νοσοκομείο', 'hospital'),
    church: words('εκκλησία', 'church'),
    public: words('δημόσιο κτίριο', 'public building'),
    farm: words('αγροικία', 'farmhouse'),
    farm_auxiliary: words('αγροτική αποθήκη', 'farm building'),
    construction: words('υπό κατασκευή', 'under construction'),
    ruins: words('ερείπιο', 'ruins'),
  } as Readonly<Record<string, Words>>,
  source: words('Πηγή κτιρίων', 'Source of buildings'),
});

/** The texts in the language of the page. */
export const useBuildingWords = wordsHook({ el, en });
