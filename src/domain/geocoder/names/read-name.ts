import { elot743 } from '../text/elot.ts';
import { fold, memoized } from '../text/fold.ts';
import { greekKey, phoneticKeys } from '../text/phonetic.ts';

/** Titles that make the name: Αγίου Γεωργίου is not Γεωργίου. */
const naming = keysOf(`
  Αγ Αγίου Άγιος Άγιο Αγίας Αγία Αγίων Άγιοι Άγιες Οσίου Όσιος Οσίας Μεγάλου Μέγας Μέγα Μονής Μονή
  Ιεράς Ιερά Νέας Νέα Νέου Νέο Άνω Κάτω Αδελφών Αδελφοί Ηρώων Οικογενείας
`);

/** Titles of rulers, with and without which the same street is called: Βασιλίσσης Αμαλίας. */
const ruler = keysOf(`
  Βασ Βασιλέως Βασιλιά Βασιλεύς Βασιλίσσης Βασίλισσας Βασίλισσα Διαδόχου Διάδοχος Πριγκιπίσσης
  Πριγκίπισσας Πρίγκιπος Αυτοκράτορος Αυτοκράτορα Αυτοκρατόρων Πατριάρχου Πατριάρχη
`);

/** Ranks and offices that people leave out. */
const optional = keysOf(`
  Στρ Στρατηγού Στρατηγός Στρατάρχου Στρατάρχη Συνταγματάρχου Συνταγματάρχη Αντισυνταγματάρχου
  Αντισυνταγματάρχη Ταγματάρχου Ταγματάρχη Λοχαγού Λοχαγός Υπολοχαγού Ανθυπολοχαγού Λοχία
  Ανθυπασπιστού Υποστρατήγου Αντιστρατήγου Ταξιάρχου Ναυάρχου Ναύαρχος Αντιναυάρχου Υποναυάρχου
  Πλοιάρχου Υποπλοιάρχου Ανθυποπλοιάρχου Πλωτάρχου Σμηναγού Σμηνάρχου Υποσμηναγού Ανθυποσμηναγού
  Αεροπόρου Ιατρού Γιατρού Καθηγητού Καθηγητή Γυμνασιάρχου Δημάρχου Προέδρου Καπετάν Καπετάνιου
  Εθνάρχου Εθνάρχη Μητροπολίτου Μητροπολίτη Αρχιεπισκόπου Επισκόπου Ιερέως Αρχιμανδρίτου
  Οπλαρχηγού Μακεδονομάχου Ολυμπιονίκη Πρωθυπουργού Υπουργού Βουλευτού Νομάρχου Κυβερνήτη
  Γεροντος Οσιομάρτυρος Αγωνιστού Ήρωος
`);

function keysOf(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .map(word => greekKey(fold(word))),
  );
}

/** Whether a phonetic key is that of a title, and of which sort. */
export function titleKind(key: string): 'naming' | 'ruler' | 'optional' | undefined {
  if (naming.has(key)) return 'naming';
  if (ruler.has(key)) return 'ruler';
  return optional.has(key) ? 'optional' : undefined;
}

/**
 * Given names as they stand in street names (genitive), with the nominative where it sounds
 * different. A given name beside a surname may be missing, shortened or on either side.
 */
const names = `
  Γεωργίου Γεώργιος Γιώργου Γιώργος Γιώργη Γιώργης Ιωάννη Ιωάννης Ιωάννου Γιάννη Γιάννης Γιάννου
  Δημητρίου Δημήτριος Δημήτρη Δημήτρης Μήτρου Μήτρος Μίμη Μίμης Τάκη Τάκης Κωνσταντίνου Κωνσταντίνος
  Κώστα Κώστας Κωστή Κωστής Ντίνου Ντίνος Νικολάου Νικόλαος Νίκου Νίκος Νικόλα Νικόλας Μιχαήλ Μιχάλη
  Μιχάλης Αθανασίου Αθανάσιος Θανάση Θανάσης Θάνου Θάνος Χρήστου Χρήστος Παναγιώτη Παναγιώτης Πάνου
  Πάνος Παναγή Παναγής Τάσου Τάσος Βασιλείου Βασίλειος Βασίλη Βασίλης Βάσου Βάσος Εμμανουήλ Μανώλη
  Μανώλης Μανουήλ Αντωνίου Αντώνιος Αντώνη Αντώνης Αλεξάνδρου Αλέξανδρος Αλέκου Αλέκος Θεοδώρου
  Θεόδωρος Θοδωρή Θοδωρής Ανδρέα Ανδρέας Ανδρέου Σπύρου Σπύρος Σπυρίδωνα Σπυρίδωνος Σπυρίδων
  Αναστασίου Αναστάσιος Πέτρου Πέτρος Ευαγγέλου Ευάγγελος Βαγγέλη Βαγγέλης Στεφάνου Στέφανος Ηλία
  Ηλίας Ηλιού Αποστόλου Απόστολος Παύλου Παύλος Γρηγορίου Γρηγόριος Γρηγόρη Γρηγόρης Σταύρου Σταύρος
  Στυλιανού Στυλιανός Στέλιου Στέλιος Διονυσίου Διονύσιος Λεωνίδα Λεωνίδας Λεωνίδου Αγγέλου Άγγελος
  Χαράλαμπου Χαραλάμπου Χαράλαμπος Θωμά Θωμάς Αριστείδη Αριστείδης Αριστείδου Ιακώβου Ιάκωβος
  Σωτηρίου Σωτήριος Σωτήρη Σωτήρης Γερασίμου Γεράσιμος Μάρκου Μάρκος Μαρίας Μαρία Σταματίου Σταμάτιος
  Σταμάτη Σταμάτης Παντελή Παντελής Παντελεήμονος Ελευθερίου Ελευθέριος Λευτέρη Λευτέρης Αναγνώστη
  Φιλίππου Φίλιππος Ιωσήφ Ευθυμίου Ευθύμιος Λάμπρου Λάμπρος Ελένης Ελένη Ευσταθίου Ευστάθιος Στάθη
  Περικλή Περικλής Περικλέους Νικηφόρου Νικηφόρος Λουκά Λουκάς Φωτίου Φώτιος Φώτη Φώτης Κυριάκου
  Κυριάκος Σάββα Σάββας Ιωακείμ Χρυσοστόμου Δημοσθένη Δημοσθένης Δημοσθένους Μιλτιάδη Μιλτιάδης
  Μιλτιάδου Στρατή Στρατής Θεοδοσίου Θεοδόσιος Θεοφίλου Θεόφιλος Χριστοδούλου Χριστόδουλος Μελετίου
  Μελέτιος Κοσμά Κοσμάς Χριστοφόρου Χριστόφορος Σωκράτη Σωκράτης Αχιλλέα Αχιλλέας Αχιλλέως Σοφίας
  Σοφία Χρυσάνθου Χρύσανθος Στεργίου Στέργιος Δήμου Δήμος Ματθαίου Ματθαίος Λαζάρου Λάζαρος Άννας
  Άννα Άννης Ευστρατίου Ευστράτιος Αλεξίου Αλέξιος Ειρήνης Αικατερίνης Αικατερίνη Μαρίνου Μαρίνος
  Ευγενίου Ευγένιος Σεραφείμ Καρόλου Κάρολος Ασημάκη Ασημάκης Ζήση Ζήσης Βασιλικής Βασιλική
  Επαμεινώνδα Επαμεινώνδας Αριστοτέλη Αριστοτέλης Ανθίμου Άνθιμος Αδαμαντίου Αδαμάντιος Νεοφύτου
  Νεόφυτος Χαριλάου Χαρίλαος Γαβριήλ Οδυσσέα Οδυσσέας Οδυσσέως Ζαχαρία Ζαχαρίας Ιουλίου Ιούλιος
  Ηρακλή Ηρακλής Προκοπίου Προκόπιος Σοφοκλή Σοφοκλής Μηνά Μηνάς Θεμιστοκλή Θεμιστοκλής Τίτου Τίτος
  Βαρνάβα Λέοντα Ερρίκου Ερρίκος Ναπολέοντα Αλκιβιάδη Αλκιβιάδης Γερμανού Ξενοφώντα Ξενοφών Νικήτα
  Νικήτας Αργυρίου Αργύριος Αργύρη Ιγνατίου Ιγνάτιος Μενελάου Μενέλαος Άρη Άρης Θεοφάνη Θεοφάνης
  Θρασυβούλου Θρασύβουλος Κυρίλλου Κύριλλος Δανιήλ Μανούσου Αστερίου Αστέριος Αγγελικής Αμβροσίου
  Κλεάνθη Αιμιλίου Αιμίλιος Διαμαντή Τριανταφύλλου Τριαντάφυλλος Ευαγγελίας Έλλης Έλλη Ορέστη Ορέστης
  Ιωάννας Ιωάννα Κίμωνα Κίμωνος Κίμων Δωροθέου Νέστορα Μαρίκας Προδρόμου Πρόδρομος Ασπασίας Ασπασία
  Καλλινίκου Βλασίου Τιμολέοντα Τιμολέοντος Ισιδώρου Μάριου Μάριος Μάνου Μάνος Λυκούργου Λυκούργος
  Τρύφωνα Ελισάβετ Τηλεμάχου Τηλέμαχος Λασκαρίνας Λασκαρίνα Μελίνας Μελίνα Ρόζας Βιργινίας Βιργινία
  Φραγκίσκου Φραγκίσκος Ιουστίνου Λαυρεντίου Σεβαστιανού Βίκτωρος Ουίνστον Φραγκλίνου Τζων
  Έντουαρντ Μπάμπη Χαρισίου Αγγελή Κωνσταντή Αναργύρου Αγησιλάου Κίτσου Όθωνα Βίκτωρα Τζωρτζ Δέσπως
  Καίτης Ευτυχίας Μήτσου Γεωργίας Σήφη Πλάτωνα Αντιγόνης Δαμιανού Αβραάμ Λάκη Ουρανίας Αγαπίου Ζώη
  Φρανσουά Στάμου Λούντβιχ Ζαχαρίου Γιαννάκου Φρειδερίκου Αλέξη Μαθιού Κλαυδίου Δαυίδ Θεοχάρη
  Θεοκλήτου Αναστασίας Παρασκευά Αντωνίας Αγλαΐας Ρένας Σπήλιου Ιορδάνη Μίνωα Κατερίνας Ζησίμου
  Καλλιόπης Μεθοδίου Βύρωνα Ιάσονα Θάλειας Αρσενίου Άλκη Τζώρτζη Σαράντη Χριστίνας Ευγενίας Πολυχρόνη
  Ιερωνύμου Μαργαρίτη Ευριπίδη Αλίκης Πασχάλη Ρίτας Πολυξένης Ιουλίας Νάνου Δέσποινας Παρθενίου
  Διογένη Χαρίκλειας Αλμπέρ Γιόχαν Λουί Λέλας Σαμουήλ Νεοκλή Διομήδη Λεοντίου Σκαρλάτου Νικολή
  Μπενιζέλου Κανέλλου Θέμου Αριστομένη Βίλελμ Φώτου Ερνστ Συμεών Τσαρλς Ευανθίας Ευαγόρα Μίλτου
  Τόμας Λουίζης Λιάκου Βλαδιμήρου Αγαμέμνονα Αιμιλίας Αντόνιο Γενναίου Πιέρ Νότη Γεωργάκη Ροβέρτου
  Ευτυχίου Ρενέ Άλμπερτ Εζέν Ραούλ Κατίνας Μαρί Μιχαλάκη Έκτορα Άντρου Φάνη Βαλερίου Γαλατείας
  Δήμητρας Ζωής Προκόπη Ζαφειρίου Τζανή Κλεάρχου Μαυρικίου Κικής Στίλπωνα Τζανέτου Ρόμπερτ Ρένου
  Παναγιώτας Αρίστου Νικοδήμου Πωλ Γιαννάκη Παυσανία Βλάση Τάση Στράτου Ναθαναήλ Αριάδνης Χρυσούλας
  Θεοδώρας Μαργαρίτας Κρίτωνα Κλεοβούλου Ανέστη Γώγου Δονάτου Ζαφειράκη Σόλωνα Σίμου Φωτεινής
  Τιμοθέου Ιλαρίωνος Ρούσσου Λορέντζου Λαυρέντη Μπαρμπαγιάννη Έρνεστ Βικτώρ Φρανς Ίωνος Κάρολου
`;

const keys = new Set(
  names
    .trim()
    .split(/\s+/)
    .map(name => greekKey(fold(name))),
);

/** Whether a phonetic key is that of a given name. */
export function isGivenName(key: string): boolean {
  return keys.has(key);
}

/** The kind of way in a name; none for a plain street. */
export type StreetType = 'street' | 'avenue' | 'square' | 'passage' | 'arcade' | 'park';

const words: Readonly<Record<StreetType, string>> = {
  street: 'οδοσ οδου οδο οδων οδ odos odou odo od street str',
  avenue:
    'λεωφοροσ λεωφορου λεωφορο λεωφ λεωφορ leoforos leoforou leoforo leof lewf lewforos avenue ave av',
  square: 'πλατεια πλατειασ πλατ πλ plateia plateias platia platias plat pl square sq',
  passage: 'παροδοσ παροδου παροδο παροδ parodos parodou parod',
  arcade: 'στοα στοασ stoa stoas arcade',
  park: 'αλσοσ αλσουσ παρκο παρκου alsos alsous parko parkou park',
};

const typeOfWord = new Map<string, StreetType>(
  Object.entries(words).flatMap(([type, list]) =>
    list.split(' ').map(word => [word, type as StreetType] as const),
  ),
);

const typeOfSound = new Map<string, StreetType>(
  [...typeOfWord]
    .filter(([word]) => /^[α-ω]{4,}$/.test(word))
    .map(([word, type]) => [greekKey(word), type]),
);

/** The kind of way that a folded word names, in either script, or undefined. */
export function streetTypeOf(folded: string): StreetType | undefined {
  const known = typeOfWord.get(folded);
  return (
    known ?? (/^[a-z]{4,}$/.test(folded) ? typeOfSound.get(phoneticKeys(folded)[0]!) : undefined)
  );
}

/** The part a word plays in a street's name; the core carries the weight. */
export type Role = 'core' | 'given' | 'namingTitle' | 'rulerTitle' | 'title' | 'year';

/** A word of a name under its three keys, with its role. */
export interface NameWord {
  readonly folded: string;
  /** By ELOT 743, in lower case. */
  readonly latin: string;
  readonly phonetic: string;
  readonly role: Role;
}

/** A street's name, taken apart. */
export interface Name {
  readonly type: StreetType;
  readonly words: readonly NameWord[];
}

const joiners = new Set('και kai and του τησ των tou tis ths ton twn'.split(' '));
const initials = /(?<![\p{L}\p{N}])((?:\p{L}\.){2,})/gu;

/** Returns a function that splits a street's name into its type and its words with their roles. */
export function nameReader(): (name: string) => Name {
  const wordOf = memoized(toWord);
  return name => {
    const plain = name.replace(initials, letters => `${letters.replaceAll('.', '')} `);
    const all = (plain.match(/[\p{L}\p{M}\p{N}]+\.?/gu) ?? [])
      .map(wordOf)
      .filter(word => !isJoiner(word.folded));
    const type = all.find(word => word.type !== undefined && word.type !== 'street')?.type;
    const rest = all.filter(word => word.type === undefined);
    // A name that is nothing but types (Πλατεία Στοάς) keeps its words.
    return { type: type ?? 'street', words: withRoles(rest.length > 0 ? rest : all) };
  };
}

/** Whether a folded word only joins others and has no meaning of its own. */
export function isJoiner(folded: string): boolean {
  return joiners.has(folded);
}

/** `Αθ.`, `Χαρ.`, `Γεώργ.`: a short word with a full stop is a given name. */
const longestShortForm = 5;

type Word = Omit<NameWord, 'role'> & {
  readonly type: StreetType | undefined;
  readonly isShort: boolean;
};

function toWord(token: string): Word {
  const text = token.replace('.', '');
  const spelled = fold(text);
  const folded = ordinal(spelled, true) ?? spelled;
  const phonetic = phoneticKeys(folded)[0]!;
  const isShort = token !== text && text.length <= longestShortForm;
  return { folded, latin: fold(elot743(text)), phonetic, type: streetTypeOf(spelled), isShort };
}

function withRoles(words: readonly Word[]): NameWord[] {
  const roles = words.map(roleOf);
  const hasSaint = words.some(({ folded }) => /^αγ(?:ι(?:ου|ασ|ων|οσ|α|οι|εσ))?$/.test(folded));
  const isLetter = (i: number) => words[i]!.folded.length === 1;
  if (hasSaint) promote(roles, 'given', i => !isLetter(i));
  // Surname first, as the gazetteer writes, when both could be given names.
  if (!roles.includes('core')) {
    const titled = roles.some(role => titleRoles.has(role));
    const first = roles.findIndex((role, i) => role === 'given' && !isLetter(i));
    promote(roles, 'given', i => i === first || (titled && !isLetter(i)));
  }
  if (!roles.includes('core')) promote(roles, roles[0]!, () => true);
  return words.map(({ folded, latin, phonetic }, i) => ({
    folded,
    latin,
    phonetic,
    role: roles[i]!,
  }));
}

function promote(roles: Role[], from: Role, which: (position: number) => boolean): void {
  roles.forEach((role, i) => {
    if (role === from && which(i)) roles[i] = 'core';
  });
}

const roleOfTitle = { naming: 'namingTitle', ruler: 'rulerTitle', optional: 'title' } as const;
const titleRoles: ReadonlySet<Role> = new Set(Object.values(roleOfTitle));

function roleOf({ folded, phonetic, isShort }: Word): Role {
  if (/^\d+$/.test(folded)) return 'year';
  const title = titleKind(phonetic);
  if (title !== undefined) return roleOfTitle[title];
  return isShort || folded.length === 1 || isGivenName(phonetic) ? 'given' : 'core';
}

/**
 * `25ης`, `25η`, `25is`, `3rd` are words of a name (25ης Μαρτίου), not house numbers; all
 * spellings become `25ο`. One letter alone may also be a house's (24α): only where `loose`.
 */
export function ordinal(folded: string, loose: boolean): string | undefined {
  const strict = /^(\d{1,3})(?:ησ|ασ|ου|οσ|ων|is|hs|as|ou|os|th|st|nd|rd)$/.exec(folded);
  const match = strict ?? (loose ? /^(\d{1,3})(?:η|ο|h|i|o)$/.exec(folded) : null);
  return match ? `${match[1]}ο` : undefined;
}
