/**
 * Addresses as people type them, and the answer each must find first: street (as the gazetteer
 * writes it), town, and the postal code where only one is right. Written by hand for this
 * project; a line is `street | town | code` and below it the queries.
 */
export const streets = `
Σκουφά Νικολάου | Αθήνα | 10673
  Σκουφά 24, Αθήνα
  ΣΚΟΥΦΑ 24 ΑΘΗΝΑ
  Skoufa 24 Athina
  skoyfa 24 a8hna
  24 Skoufa Street, Athens, Greece
  Νικολάου Σκουφά 24, Αθήνα
  Ν. Σκουφά 24 Αθήνα
  Σκουφά Ν. 24, 106 73
  Σκουφας 24 Αθήνα
  Σκουφά 24Α, Κολωνάκι
  10673 Αθήνα Σκουφά 12
Βασιλίσσης Σοφίας | Αθήνα | 10676
  Βασιλίσσης Σοφίας 24, Αθήνα
  Λεωφ. Βασ. Σοφίας 24 Αθήνα
  ΛΕΩΦΟΡΟΣ ΒΑΣΙΛΙΣΣΗΣ ΣΟΦΙΑΣ 36, 10676
  Vas. Sofias Ave 36, Athens
  vas sofias 36 athina
  Βασ Σοφίας 36 Αθήνα
  V. Sofias 36 Athens
  basilisshs sofias 36 athina
  Βασιλισσης Σοφιας 36 τκ 10676
  Vasilissis Sophias 36, Athens 106 76
Σόλωνος | Αθήνα | 10673
  Σόλωνος 30, Αθήνα
  Σόλων 30 Αθήνα
  solwnos 30 athina
  ΣΟΛΩΝΟΣ 30 ΤΚ 10673
  Σόλωνως 30, Αθήνα
  Αθήνα, οδός Σόλωνος αρ. 30
Τρικούπη Χαριλάου | Αθήνα | 10679
  Χαριλάου Τρικούπη 12, Αθήνα
  Χ. Τρικούπη 12 Αθήνα
  Τρικούπη Χ. 12, 10679
  Xarilaou Trikoupi 12 Athina
  Harilaou Trikoupi 12, Athens
  Ch. Trikoupi 12 Athens
  xarilaoy trikoyph 12 a8hna
  Χαρ. Τρικούπη 12, Αθήνα 10679
  ΧΑΡΙΛΑΟΥ ΤΡΙΚΟΥΠΗ 12 ΑΘΗΝΑ
Ιπποκράτους | Αθήνα | 10680
  Ιπποκράτους 67 Αθήνα
  Ιποκράτους 67, Αθήνα
  Ippokratous 67, Athens
  Hippokratous 67, Athens
  Ιπποκράτης 67 Αθήνα
  ippokratoys 67 athina 10680
  Ιπποκράτους 67 & Αραχώβης, Αθήνα
  Ιπποκρατυος 67 Αθήνα
Μπενάκη Εμμανουήλ | Αθήνα | 10681
  Εμμανουήλ Μπενάκη 50, Αθήνα
  Εμ. Μπενάκη 50 Αθήνα
  Μπενάκη Εμ. 50, Αθήνα
  Em. Benaki 50, Athens
  Emmanouil Mpenaki 50 Athina
  ΕΜ. ΜΠΕΝΑΚΗ 50 ΑΘΗΝΑ 10681
Μπενάκη Παναγή | Αθήνα | 11471
  Παναγή Μπενάκη 5, Αθήνα
  Π. Μπενάκη 5, 11471
  Panagi Benaki 5 Athens
Στουρνάρα Νικολάου | Αθήνα | 10682
  Στουρνάρα 20, Αθήνα
  Στουρνάρη 20 Αθήνα
  Stournari 20 Athens
  Stournara 20, 10682
  ΣΤΟΥΡΝΑΡΗ 20 ΑΘΗΝΑ
Ακαδημίας | Αθήνα | 10671
  Ακαδημίας 20, Αθήνα
  Ακαδημία 20 Αθήνα
  akadimias 20 athens
  akadhmias 20 a8hna
  Akademias 20, Athens
Ερμού | Αθήνα | 10563
  Ερμού 18, Αθήνα
  Ερμής 18 Αθήνα
  ermou 18 athens
  ermoy 18 a8hna
  Ermou St 18, Athens
Αθηνάς | Αθήνα
  Αθηνάς 40, Αθήνα
  ΑΘΗΝΑΣ 40 ΑΘΗΝΑ
  Athinas 40, Athens
  a8hnas 40, a8hna
Συγγρού Ανδρέα Λεωφ. | Αθήνα | 11741
  Λεωφόρος Συγγρού 80, Αθήνα
  Λ. Συγγρού 80 Αθήνα
  Συγγρού 80, 11741
  Syngrou Avenue 80, Athens
  leof. suggrou 80 athina
  Leoforos Siggrou 80 Athina
  Ανδρέα Συγγρού 80, Αθήνα
  Λεωφ. Α. Συγγρού 80, Αθήνα
Αλεξάνδρας Λεωφ. | Αθήνα | 11473
  Λεωφόρος Αλεξάνδρας 32, Αθήνα
  Λεωφ. Αλεξάνδρας 32, 11473
  Alexandras Ave. 32 Athens
  leof aleksandras 32 athina
Βενιζέλου Ελευθερίου | Αθήνα | 10679
  Πανεπιστημίου 30, Αθήνα
  Panepistimiou 30, Athens
  panepisthmiou 30 a8hna
28ης Οκτωβρίου | Αθήνα | 10682
  Πατησίων 42, Αθήνα
  28ης Οκτωβρίου 42, Αθήνα
  28 oktwbriou 42 athina
Πατησίων | Αθήνα | 11256
  Πατησίων 200, Αθήνα
  patision 200 athens
  pathsiwn 200 a8hna
  Patission 200, Athens
  ΠΑΤΗΣΙΩΝ 200 ΑΘΗΝΑ
Σταδίου | Αθήνα | 10562
  Σταδίου 5, Αθήνα
  stadiou 5 athens
  ΣΤΑΔΙΟΥ 5, 105 62
Βεΐκου Λάμπρου | Αθήνα | 11742
  Βεΐκου 10, Αθήνα 11742
  ΒΕΙΚΟΥ 10, 11742
  ΒΕΪΚΟΥ 10 ΚΟΥΚΑΚΙ 11742
  Veikou 10, Athens 117 42
  veikoy 10 11742
  Λάμπρου Βεΐκου 10, 11742
Πλατεία Βεΐκου Λάμπρου | Αθήνα | 11742
  Πλατεία Βεΐκου
  Πλ. Βεΐκου, Αθήνα
  plateia veikou athina
Δούριδος | Αθήνα | 11634
  Δούριδος 24 & Ζηνοδότου 9
  Δούριδος 24 και Ζηνοδότου 9, Αθήνα
  Δουριδος 24 Παγκράτι
  douridos 24 athina
  γωνία Δούριδος και Ζηνοδότου
Λυκαβηττού | Αθήνα | 10672
  Λυκαβηττού 5, Αθήνα
  Λυκαβητου 5 Αθήνα
  Lykavittou 5 Athens
  likabitou 5 athina
Κατσώνη Λάμπρου | Αθήνα | 11471
  Λάμπρου Κατσώνη 30, 11471
  Λ. Κατσώνη 30, 11471
  Katsoni 30, 11471
  lamprou katswnh 30 11471
Πριγκιποννήσων | Αθήνα | 11363
  Πριγκιποννήσων 5, Αθήνα 11363
  Πριγκηπονήσων 5, 11363
  prigkiponnison 5 athina
  Πριγγιποννήσων 5 Κυψέλη Αθήνα
Κολοκοτρώνη Γενναίου | Αθήνα | 11741
  Γενναίου Κολοκοτρώνη 50, 11741
  Γεν. Κολοκοτρώνη 50, 11741
  gennaiou kolokotroni 50 11741
Αγίου Κωνσταντίνου | Αθήνα | 10431
  Αγ. Κωνσταντίνου 12, Αθήνα
  Αγίου Κων/νου 12 Αθήνα
  Αγιου Κωνσταντινου 12 Ομόνοια Αθήνα
  Ag. Konstantinou 12 Athens
  Agiou Kwnstantinou 12 a8hna
  Αγ Κωνσταντίνου 12, 10431
3ης Σεπτεμβρίου | Αθήνα | 10434
  3ης Σεπτεμβρίου 80, Αθήνα
  3 Σεπτεμβρίου 80 Αθήνα
  3hs Septembriou 80 Athina
  3is Septemvriou 80, 104 34
Εγνατίας | Θεσσαλονίκη | 54624
  Εγνατία 50, Θεσσαλονίκη
  Εγνατίας 50 Θεσ/νίκη
  Egnatia 50 Thessaloniki
  egnatias 50, Salonica
  ΕΓΝΑΤΙΑ 50 ΘΕΣΣΑΛΟΝΙΚΗ
  Egnatia odos 50, Thessaloniki 54624
  Εγνατία οδός 50 Θεσσαλονίκης
Τσιμισκή Ιωάννη | Θεσσαλονίκη | 54624
  Τσιμισκή 24, Θεσσαλονίκη
  Ι. Τσιμισκή 24 Θεσσαλονίκη
  Ιωάννη Τσιμισκή 24, 54624
  Tsimiski 24, Thessaloniki
  tsimiskh 24 thessalonikh
  Τσιμησκή 24 Θεσνίκη
  Tsimiski 24 Saloniki
  ΤΣΙΜΙΣΚΗ 24 ΘΕΣ/ΝΙΚΗ
  Τσιμισκη 24 Θεσαλονικη
25ης Μαρτίου | Θεσσαλονίκη | 54646
  25ης Μαρτίου 10, Θεσσαλονίκη
  25η Μαρτίου 10 Θεσσαλονίκη
  25 Μαρτίου 10, Θεσσαλονίκη
  25is martiou 10 thessaloniki
  25hs martiou 10 saloniki
  25 martiou 10 54646
Παλαιολόγου Κωνσταντίνου | Θεσσαλονίκη | 54622
  Κωνσταντίνου Παλαιολόγου 5, Θεσσαλονίκη
  Κων/νου Παλαιολόγου 5 Θεσ/νίκη
  Κ. Παλαιολόγου 5 Θεσσαλονίκη
  K. Palaiologou 5, Thessaloniki
  konstantinou paleologou 5 thessaloniki
Γαβριηλίδη Βλασίου | Θεσσαλονίκη | 54655
  Βλασίου Γαβριηλίδη 12, Θεσσαλονίκη
  Γαβριηλίδη 12, 54655
  Gavriilidi 12 Thessaloniki
Αγαπηνού | Θεσσαλονίκη | 54621
  Αγαπηνού 5 Θεσσαλονίκη
  agapinou 5 thessaloniki
  agaphnou 5 54621
Μαβίλη Λορέντζου | Πάτρα | 26442
  Λορέντζου Μαβίλη 8, Πάτρα
  Λ. Μαβίλη 8 Πάτρα
  Mavili 8, Patra
  Mabili 8 Patras
  ΜΑΒΙΛΗ 8 ΠΑΤΡΑ
Θεμιστοκλέους | Πάτρα | 26222
  Θεμιστοκλέους 8 Πάτρα
  Θεμιστοκλής 8, Πάτρα
  8emistokleous 8 patra
  Themistokleous 8, Patras
Μουσών | Πάτρα | 26332
  Μουσών 3, Πάτρα
  moyswn 3 patra
Πολυλά Ιακώβου | Λάρισα | 41336
  Πολυλά 4, Λάρισα
  Ιακώβου Πολυλά 4 Λάρισα
  Ι. Πολυλά 4, Λαρίσης
  Polyla 4 Larisa
  polula 4 larissa
Κεφαλληνίας | Λάρισα | 41335
  Κεφαλληνίας 7, Λάρισα
  Κεφαλλονίας 7 Λάρισα
  kefallinias 7 larisa
Αρτεμισίου | Λάρισα | 41336
  Αρτεμισίου 2 Λάρισα
  Αρτεμίσιο 2, Λάρισα
  artemisiou 2 larissa
Ροΐδη Εμμανουήλ | Βόλος | 38221
  Ροΐδη 6, Βόλος
  Εμμ. Ροΐδη 6 Βόλος
  ΕΜΜΑΝΟΥΗΛ ΡΟΪΔΗ 6 ΒΟΛΟΣ
  Roidi 6 Volos
  Emmanouil Roidi 6, 38221
Γιαννιτσών | Βόλος | 38334
  Γιαννιτσών 10, Βόλος
  Γιανιτσών 10, Βόλου
  giannitson 10 volos
  yiannitson 10 volos
Σουρή Γεωργίου | Βόλος | 38221
  Γεωργίου Σουρή 3, Βόλος
  Γ. Σουρή 3 Βόλος
  Souri 3 Volos
Τυρνάβου | Ηράκλειο | 71306
  Τυρνάβου 5, Ηράκλειο Κρήτης
  Tyrnavou 5 Heraklion
  turnabou 5 hrakleio 71306
  Tirnavou 5, Iraklio 71306
Ηρακλείτου | Ηράκλειο | 71409
  Ηρακλείτου 9, 71409 Ηράκλειο
  Irakleitou 9, Heraklion 71409
  hrakleitou 9 71409
Γαζή Ανθίμου | Ιωάννινα | 45222
  Ανθίμου Γαζή 4, Ιωάννινα
  Άνθ. Γαζή 4 Ιωάννινα
  Gazi 4 Ioannina
  anthimou gazh 4 giannena
  Γαζή 4, Γιάννενα
Ανεξαρτησίας | Ιωάννινα | 45444
  Ανεξαρτησίας 20 Ιωάννινα
  Ανεξαρτησία 20, Ιωαννίνων
  aneksarthsias 20 iwannina
  Anexartisias 20, Ioannina
Παπαφλέσσα | Χανιά | 73133
  Παπαφλέσσα 5 Χανιά
  Παπαφλέσα 5, Χανιά
  papaflessa 5 chania
  papaflesa 5 xania
  Papaflessa 5, Hania, Greece
Μπότσαρη Μάρκου | Πειραιάς | 18538
  Μάρκου Μπότσαρη 10, Πειραιάς
  Μ. Μπότσαρη 10 Πειραιάς 18538
  Markou Botsari 10, Piraeus
  mpotsari 10 peiraias 18538
  ΜΑΡΚΟΥ ΜΠΟΤΣΑΡΗ 10 ΠΕΙΡΑΙΑΣ
Θεοτόκη Γεωργίου | Πειραιάς | 18537
  Θεοτόκη 10, Πειραιάς 18537
  Γεωργίου Θεοτόκη 10, Πειραιά
  8eotokh 10 peiraias
  Theotoki 10, Pireas
Λυσικράτους | Καλλιθέα | 17674
  Λυσικράτους 30 Καλλιθέα
  lysikratous 30 kallithea
  lusikratous 30 kali8ea
  Λυσικράτης 30, Καλλιθέα
Μπουμπουλίνας Λασκαρίνας | Καλλιθέα | 17675
  Λασκαρίνας Μπουμπουλίνας 4, Καλλιθέα
  Μπουμπουλίνας 4 Καλλιθέα
  Boumpoulinas 4 Kallithea
  bouboulinas 4 kallithea
  Λ. Μπουμπουλίνας 4, 17675
Ζαλοκώστα Γεωργίου | Περιστέρι | 12132
  Γεωργίου Ζαλοκώστα 3, Περιστέρι
  Ζαλοκώστα 3 Περιστέρι
  zalokwsta 3 peristeri
  Zalokosta 3, Peristeri 12132
Τσακάλωφ Αθανασίου | Περιστέρι | 12136
  Τσακάλωφ 4 Περιστέρι
  Αθ. Τσακάλωφ 4, Περιστέρι
  tsakalof 4 peristeri
  tsakalwf 4 peristeri
Νερατζιωτίσσης | Μαρούσι | 15124
  Νερατζιωτίσσης 25 Μαρούσι
  Νερατζιώτισσας 25, Αμαρούσιο
  Neratziotissis 25 Marousi
  Neratziotisis 25, Maroussi
Κηφισιάς Λεωφ. | Μαρούσι | 15125
  Λεωφόρος Κηφισίας 44, Μαρούσι
  Κηφισίας 44 Μαρούσι
  Λ. Κηφισίας 44, 15125
  Kifisias Ave 44, Marousi
  L. Kifissias 44 Maroussi
Παρνασσού | Μαρούσι | 15124
  Παρνασσού 10 Μαρούσι
  Παρνασού 10, Αμαρουσίου
  Παρνασσός 10 Μαρούσι
  parnassou 10 marousi
Στρατηγού Πλαστήρα Νικολάου | Κηφισιά | 14671
  Πλαστήρα 10, Κηφισιά 14671
  Στρ. Πλαστήρα 10, 14671
  Νικολάου Πλαστήρα 10 Κηφισιά 14671
  stratigou plastira 10 14671
Αριστείδου | Χαλάνδρι | 15234
  Αριστείδου 10, Χαλάνδρι
  Αριστείδης 10 Χαλάνδρι
  aristeidou 10 xalandri
  Aristidou 10, Halandri
  ARISTEIDOU 10 CHALANDRI
Μεσογείων Λεωφ. | Χαλάνδρι | 15231
  Λεωφόρος Μεσογείων 300, Χαλάνδρι
  Μεσογείων 300, 15231
  Mesogeion 300 Chalandri
  Leof. Mesogiwn 300, Xalandri
Βενιζέλου Ελευθερίου | Γλυφάδα | 16675
  Ελ. Βενιζέλου 20, Γλυφάδα
  Ελευθερίου Βενιζέλου 20 Γλυφάδα 16675
  El. Venizelou 20, Glyfada
  eleytherioy benizeloy 20 glyfada
  Βενιζέλου Ελ. 20, Γλυφάδα
Μικράς Ασίας | Γλυφάδα | 16562
  Μικράς Ασίας 5, Γλυφάδα
  Μικρά Ασία 5 Γλυφάδα
  Μικρ. Ασίας 5, Γλυφάδα
  mikras asias 5 glufada
Αγίας Φωτεινής | Νέα Σμύρνη | 17121
  Αγίας Φωτεινής 20, Νέα Σμύρνη
  Αγ. Φωτεινής 20 Ν. Σμύρνη
  Ag. Foteinis 20, Nea Smyrni
  agias fwteinhs 20 nea smirnh
  ΑΓ. ΦΩΤΕΙΝΗΣ 20 ΝΕΑ ΣΜΥΡΝΗ
Βοσπόρου | Νέα Σμύρνη | 17124
  Βοσπόρου 12 Νέα Σμύρνη
  vosporou 12 nea smyrni
  Βόσπορος 12, Ν Σμύρνη
Σολωμού Διονυσίου | Καλαμαριά | 55134
  Σολωμού 3, Καλαμαριά
  Διονυσίου Σολωμού 3 Καλαμαριά
  Δ. Σολωμού 3, 55134
  solomou 3 kalamaria
  Solwmou 3 Kalamaria Thessaloniki
Κύμης | Καλαμαριά | 55133
  Κύμης 12, Καλαμαριά
  kymis 12 kalamaria
  kumhs 12 55133
Κανάρη Κωνσταντίνου | Τρίκαλα | 42131
  Κανάρη 5, Τρίκαλα
  Κ. Κανάρη 5 Τρίκαλα
  kanari 5 trikala
Καραϊσκάκη Γεωργίου | Σέρρες | 62121
  Καραϊσκάκη 8, Σέρρες
  ΚΑΡΑΪΣΚΑΚΗ 8 ΣΕΡΡΕΣ
  Καραισκάκη 8 Σερρών
  Karaiskaki 8, Serres
  Γ. Καραϊσκάκη 8, 62121
Δοϊράνης | Σέρρες | 62124
  Δοϊράνης 4, Σέρρες
  Doiranis 4, Serres
  doiranhs 4 serres
Ξενοφώντος | Καβάλα | 65302
  Ξενοφώντος 6 Καβάλα
  Ξενοφών 6, Καβάλα
  ksenofwntos 6 kavala
  Xenofontos 6, Kavala
  3enofontos 6 kabala
Βαλαωρίτη Αριστοτέλη | Καβάλα | 65302
  Αριστοτέλη Βαλαωρίτη 2, Καβάλα
  Αρ. Βαλαωρίτη 2, Καβάλα
  valaoriti 2 kavala
Καπνεργατών | Ξάνθη | 67131
  Καπνεργατών 9 Ξάνθη
  kapnergaton 9 xanthi
  kapnergatwn 9 3an8h
  Kapnergaton 9, Ksanthi
Παλαιολόγου Κωνσταντίνου | Ρόδος | 85133
  Κ. Παλαιολόγου 7 Ρόδος
  Palaiologou 7, Rhodes
  Παλεολόγου 7 Ρόδος
Πραξιτέλους | Καλαμάτα | 24131
  Πραξιτέλους 11, Καλαμάτα
  Πραξιτέλης 11 Καλαμάτα
  prakshtelous 11 kalamata
  Praxitelous 11, Kalamata
Παπαφλέσσα | Χαλκίδα | 34131
  Παπαφλέσσα 3 Χαλκίδα
  papaflessa 3 chalkida
  papaflesa 3 xalkida
Αργυροκάστρου | Χαλκίδα | 34131
  Αργυροκάστρου 6 Χαλκίδα
  Αργυρόκαστρο 6, Χαλκίδας
  argyrokastrou 6 halkida
Τραπεζούντος | Λαμία | 35133
  Τραπεζούντος 4 Λαμία
  Τραπεζούντα 4, Λαμίας
  trapezountos 4 lamia
Μεγάλου Αλεξάνδρου | Κοζάνη | 50131
  Μεγάλου Αλεξάνδρου 9, Κοζάνη
  Μ. Αλεξάνδρου 9 Κοζάνη
  Μεγ. Αλεξάνδρου 9, 50131
  megalou alexandrou 9 kozani
  Μέγας Αλέξανδρος 9, Κοζάνη
Σκουφά Φραγκίσκου | Κοζάνη | 50131
  Φραγκίσκου Σκουφά 5, Κοζάνη
  Σκουφά 5 Κοζάνη
  fragkiskou skoufa 5 kozanh
Εθνάρχου Μακαρίου | Ρέθυμνο | 74131
  Εθνάρχου Μακαρίου 3 Ρέθυμνο
  Μακαρίου 3, Ρέθυμνο
  ethnarxou makariou 3 rethymno
  e8narxou makariou 3 re8umno
Αγίων Πάντων | Νίκαια - Άγιος Ιωάννης Ρέντης | 18233
  Αγίων Πάντων 5, Ρέντης
  Αγ. Πάντων 5, Άγιος Ιωάννης Ρέντης
  agiwn pantwn 5 18233
Αριστοτέλους | Νίκαια - Άγιος Ιωάννης Ρέντης | 18452
  Αριστοτέλους 8, Νίκαια
  Αριστοτέλης 8 Νίκαια 18452
  aristotelous 8 nikaia
Αδριανουπόλεως | Αλεξανδρούπολη | 68131
  Αδριανουπόλεως 9 Αλεξανδρούπολη
  Αδριανούπολης 9, Αλεξανδρούπολη
  adrianoupoleos 9 alexandroupoli
  adrianoypolews 9 aleksandroupolh
Χερσικράτους | Ζωγράφου | 15772
  Χερσικράτους 20 Ζωγράφου
  Xersikratous 20 Zografou
  hersikratous 20 zwgrafou
Ραγκαβή Αλεξάνδρου | Ηλιούπολη | 16341
  Ραγκαβή 40, Ηλιούπολη
  Αλ. Ραγκαβή 40 Ηλιούπολη
  ragkavi 40 ilioupoli
  ragavi 40 hlioupolh
Τραπεζούντος | Κορυδαλλός | 18121
  Τραπεζούντος 4, Κορυδαλλός
  Trapezountos 4, Korydallos
  trapezountos 4 koridalos
Υψηλάντη Δημητρίου | Αγρίνιο | 30131
  Υψηλάντη 5, Αγρίνιο
  Δημητρίου Υψηλάντη 5, Αγρίνιο
  ypsilanti 5 agrinio
  upshlanth 5 agrinio
Καρυωτάκη Κώστα | Κατερίνη | 60132
  Καρυωτάκη 4 Κατερίνη
  Κ. Καρυωτάκη 4, Κατερίνη
  karyotaki 4 katerini
Παλαιών Πατρών Γερμανού | Κατερίνη | 60134
  Παλαιών Πατρών Γερμανού 4, Κατερίνη
  Π. Πατρών Γερμανού 4, Κατερίνη
  Παλ. Πατρών Γερμανού 4 Κατερίνη
  palaiwn patrwn germanou 4 katerinh
Θεοτόκη Νικηφόρου | Κέρκυρα | 49131
  Νικηφόρου Θεοτόκη 5, Κέρκυρα
  Ν. Θεοτόκη 5 Κέρκυρα
  Nikiforou Theotoki 5, Corfu
  nikhforou 8eotokh 5 kerkura
Ηρώων 1912 | Τρίπολη | 22132
  Ηρώων 1912 5, Τρίπολη
  Ηρώων 1912, Τρίπολη
Καραχρήστου Χρήστου | Αγρίνιο | 30132
  Χρ. Καραχρήστου 4 Αγρίνιο
  karaxrhstou 4 agrinio
`;

/** The street is in none of these, or in another town: what must not be claimed. */
export const nothing = [
  'asdfgh qwerty',
  'ξξξξ ψψψψ',
  'zzzz 12',
  'Blah Blah Street 5',
  'qqqqqqqq',
  '!!!',
  '12345678',
  'χψωφγκλ 12',
  'wxyzzy lane 4',
  'Rue de Rivoli 12, Paris',
  'Kurfürstendamm 200, Berlin',
  'Oxford Street 100, London',
  'τίποτα δεν υπάρχει εδώ',
  'lorem ipsum dolor',
  'Ανύπαρκτηοδός 5',
  'βρουβρουβρου 7',
  '😀😀😀',
  '-----',
  'Γκντρμπσφ 3',
  'kjhgfdsa 9',
];

/** Found only as a town, village or postal code: query, level, municipality. */
export const places = `
Αθήνα | municipality | Αθήνα
Athens, Greece | municipality | Αθήνα
ΑΘΗΝΑ | municipality | Αθήνα
a8hna | municipality | Αθήνα
Θεσσαλονίκη | municipality | Θεσσαλονίκη
Salonica | municipality | Θεσσαλονίκη
Θεσ/νίκη | municipality | Θεσσαλονίκη
Πάτρα | municipality | Πάτρα
Patras | municipality | Πάτρα
Ηράκλειο Κρήτης | municipality | Ηράκλειο
Heraklion | municipality | Ηράκλειο
Λάρισα | municipality | Λάρισα
Larissa | municipality | Λάρισα
Βόλος | municipality | Βόλος
Γιάννενα | municipality | Ιωάννινα
Ioannina | municipality | Ιωάννινα
Χανιά | municipality | Χανιά
Xania | municipality | Χανιά
Ρόδος | municipality | Ρόδος
Rhodes | municipality | Ρόδος
Corfu | municipality | Κέρκυρα
Σαντορίνη | municipality | Θήρα
Μαρούσι | municipality | Μαρούσι
Δήμος Αθηναίων | municipality | Αθήνα
Πειραιάς | municipality | Πειραιάς
Piraeus | municipality | Πειραιάς
Περιστέρι | municipality | Περιστέρι
Ν. Σμύρνη | municipality | Νέα Σμύρνη
10673 | postal_code | Αθήνα
106 73 Αθήνα | postal_code | Αθήνα
ΤΚ 54624 | postal_code | Θεσσαλονίκη
54624 Thessaloniki | postal_code | Θεσσαλονίκη
Ανύπαρκτηοδός 5, Λάρισα | municipality | Λάρισα
Ανύπαρκτηοδός 5, 10673 | postal_code | Αθήνα
`;

/** Streets of many towns without a hint: at least two towns, equally certain. */
export const ambiguous = [
  'Ερμού 5',
  'Ipsilantou 10',
  '28ης Οκτωβρίου 12',
  'Κολοκοτρώνη 4',
  'Αγίου Γεωργίου',
  'Παπαφλέσσα 3',
  'Σολωμού 7',
  'ermou 5',
  'Ελευθερίου Βενιζέλου 10',
  'Αθανασίου Διάκου 3',
  'Κύπρου 8',
  'Μακεδονίας 4',
];

/** Numbers that the street cannot have: street and town must stay, and the fault be named. */
export const wrongNumbers = `
Λυκαβηττού 999, 10671 | Λυκαβηττού | Αθήνα
Βασιλίσσης Σοφίας 999, Αθήνα | Βασιλίσσης Σοφίας | Αθήνα
Σκουφά 888, Αθήνα | Σκουφά Νικολάου | Αθήνα
Tsimiski 999, Thessaloniki | Τσιμισκή Ιωάννη | Θεσσαλονίκη
Εγνατία 999, Θεσσαλονίκη | Εγνατίας | Θεσσαλονίκη
Σόλωνος 777, Αθήνα | Σόλωνος | Αθήνα
Ακαδημίας 555, Αθήνα | Ακαδημίας | Αθήνα
Ερμού 999, Αθήνα | Ερμού | Αθήνα
Λυσικράτους 900, 17674 | Λυσικράτους | Καλλιθέα
Αριστείδου 900, 15234 | Αριστείδου | Χαλάνδρι
`;
