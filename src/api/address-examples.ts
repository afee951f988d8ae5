/** The match of `Egnatia 45 Thessaloniki` in the gazetteer. */
export const addressExample = {
  latitude: 40.6396474,
  longitude: 22.9400352,
  formatted_address: 'Εγνατίας 45, 546 30 Θεσσαλονίκη',
  formatted_address_en: 'Egnatias 45, 546 30 Thessaloniki',
  match: {
    level: 'street',
    confidence: 0.883,
    accuracy_m: 427,
    partial: true,
    faults: [
      {
        field: 'house_number',
        problem: 'not known itself, but the street has this number here',
      },
    ],
  },
  components: {
    street: 'Εγνατίας',
    house_number: '45',
    postal_code: '54630',
    locality: null,
    municipality: 'Θεσσαλονίκη',
    regional_unit: 'Θεσσαλονίκης',
    region: 'Κεντρικής Μακεδονίας',
  },
  source: 'gazetteer',
};

/** The gazetteer's address at 37.98692, 23.73623. */
export const pointExample = {
  latitude: 37.9879799,
  longitude: 23.7346153,
  formatted_address: '106 83 Αθήνα',
  formatted_address_en: '106 83 Athina',
  match: { level: 'postal_code', confidence: 0.425, accuracy_m: 448, partial: false, faults: [] },
  components: {
    street: null,
    house_number: null,
    postal_code: '10683',
    locality: null,
    municipality: 'Αθήνα',
    regional_unit: 'Κεντρικού Τομέα Αθηνών',
    region: 'Αττικής',
  },
  source: 'gazetteer',
  distance_m: 184.29,
};
