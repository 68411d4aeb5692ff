import type { NameBook } from './party-name-book.ts';

/** Polish names; surnames depend on the sex. */
export const polish: NameBook = {
  country: 'PL',
  dialCode: '48',
  female:
    'Anna Maria Katarzyna Małgorzata Agnieszka Krystyna Barbara Ewa Elżbieta Zofia Janina Teresa Joanna Magdalena Monika Jadwiga Danuta Irena Halina Helena Beata Aleksandra Marta Dorota Marianna Grażyna Jolanta Stanisława Iwona Karolina Bożena Urszula Justyna Renata Alicja Paulina Sylwia Natalia Wanda Agata Aneta Izabela Ewelina Marzena Wiesława Genowefa Patrycja Kazimiera Edyta Stefania Zuzanna Julia Maja Hanna Lena Amelia Oliwia Wiktoria Weronika Gabriela Klaudia Kinga Dominika Emilia Milena Martyna Nikola Pola Laura Antonina Bogumiła Celina Felicja Honorata Ludwika Mirosława Ryszarda Violetta Żaneta',
  male: 'Jan Andrzej Piotr Krzysztof Stanisław Tomasz Paweł Józef Marcin Marek Michał Grzegorz Jerzy Tadeusz Adam Łukasz Zbigniew Ryszard Dariusz Henryk Mariusz Kazimierz Wojciech Robert Mateusz Marian Rafał Jacek Janusz Mirosław Maciej Sławomir Jarosław Kamil Wiesław Roman Władysław Jakub Artur Zdzisław Edward Mieczysław Damian Dawid Przemysław Sebastian Czesław Leszek Daniel Waldemar Antoni Szymon Filip Kacper Franciszek Aleksander Mikołaj Wiktor Igor Leon Tymon Oskar Alan Marcel Nikodem Bartosz Bartłomiej Konrad Patryk Adrian Hubert Dominik Kajetan Radosław Zenon Lech Bogdan Eugeniusz Ludwik Witold Cezary Ireneusz',
  surnames:
    'Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski Kozłowski Jankowski Mazur Wojciechowski Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Michalski Król Wieczorek Jabłoński Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Adamczyk Dudek Nowicki Pawlak Górski Witkowski Walczak Sikora Baran Rutkowski Michalak Szewczyk Ostrowski Tomaszewski Pietrzak Zalewski Wróblewski Marciniak Jasiński Zawadzki Bąk Jakubowski Sadowski Duda Włodarczyk Chmielewski Borkowski Sokołowski Szczepański Sawicki Kucharski Lis Kubiak Kalinowski Wysocki Maciejewski Kołodziej Czarnecki Kaźmierczak Urbański Sobczak Konieczny Głowacki Zakrzewski Krajewski Laskowski Sikorski Ziółkowski Gajewski Szulc Makowski Mróz Brzeziński Baranowski Przybylski Kaczmarczyk Borowski Błaszczyk',
  stems:
    'Anto Bart Biel Bogu Boro Brze Buk Ciech Czaj Dob Dom Drzew Fili Gawr Gier Głog Gos Grod Gron Hala Iwa Jago Jar Jod Kali Kar Kas Kiel Klim Kna Kob Kop Kor Kruk Krzy Kula Łab Łoś Luba Ludw Mach Mal Marc Mich Mir Mok Mura Nagór Niedz Ogr Olcz Ost Pach Pasz Pech Pie Płon Pod Prus Radz Rog Rosz Ruda Rych Sar Sien Skow Słow Sob Stan Stra Such Świd Szcz Tara Tokar Trz Tysz Urba Wag Wen Wier Wit Wolań Wrz Zab Zale Zda Żuk Żur',
  middles: 'a e o al an ar el en er il in ol on or ar usz',
  endings:
    'ański czak czyk ecki eński erski icki iewicz iewski ik iński nik nicki niak omski orski otowicz owiak owicz owiecki owski ulski urski usiak yński zyński yszyn ylski',
  tailShare: 0.55,
  streets:
    'Polna Leśna Słoneczna Krótka Szkolna Ogrodowa Lipowa Brzozowa Łąkowa Kwiatowa Sosnowa Kościelna Akacjowa Parkowa Zielona Kolejowa Sportowa Dębowa Kościuszki Mickiewicza Sienkiewicza Słowackiego Kopernika Jana~Pawła~II Konopnickiej Wojska~Polskiego 3~Maja Warszawska Krakowska Rynek Reymonta Piłsudskiego Nowa Spacerowa Wiśniowa Klonowa Aleje~Jerozolimskie Mokotowska Grunwaldzka',
  towns:
    'Warszawa Kraków Łódź Wrocław Poznań Gdańsk Szczecin Bydgoszcz Lublin Białystok Katowice Gdynia Częstochowa Radom Rzeszów Toruń Sosnowiec Kielce Gliwice Olsztyn Zabrze Bielsko-Biała Bytom Zielona~Góra Rybnik Ruda~Śląska Opole Tychy Gorzów~Wielkopolski Elbląg Dąbrowa~Górnicza Płock Wałbrzych Włocławek Tarnów Chorzów Koszalin Kalisz Legnica Grudziądz Jaworzno Słupsk Jastrzębie Nowy~Sącz Jelenia~Góra Siedlce Mysłowice Konin Piła Piotrków Lubin Inowrocław Ostrów Suwałki Gniezno Stargard',
  townStems:
    'Biało Brzo Czarno Dobro Gór Jasie Kamie Kraś Lip Miło Nowo Ost Pod Rad Staro Such Świe Wiel Wys Zale',
  townEndings: 'lesie wice nica brzeg pole ków szyn niki rzyn sław grodzisk stok mierz czyce wola bin',
  postCode: '##-###',
  units: 'Budownictwo Transport Handel Usługi Meble Piekarnia Ogrody Energia Projekt Serwis',
  legalForms: 'sp.~z~o.o. SA sp.j. sp.k.',
  femaleEndings: [
    ['ski', 'ska'],
    ['cki', 'cka'],
    ['dzki', 'dzka'],
    ['ny', 'na'],
  ],
};

/** Scandinavian names, all under Sweden. */
export const scandinavian: NameBook = {
  country: 'SE',
  dialCode: '46',
  female:
    'Anna Eva Maria Karin Kristina Lena Kerstin Sara Malin Emma Ingrid Marie Birgitta Jenny Hanna Annika Susanne Ulla Elin Johanna Linnea Astrid Alma Ebba Freja Maja Saga Signe Vilma Agnes Elsa Wilma Ida Amanda Frida Cecilia Camilla Åsa Gunilla Inger Solveig Bente Kirsten Hanne Lone Mette Pernille Anne Kari Liv Nora Ingeborg Sigrid Ragnhild Tuva Thea Hedda Solvår Gerd Berit Randi Grete Marit Tove Siv Viveka Ylva Åse Märta Greta Hillevi Ellinor Josefin Sofia Matilda',
  male: 'Lars Mikael Anders Johan Per Erik Karl Jan Peter Thomas Daniel Fredrik Andreas Hans Mats Marcus Magnus Stefan Nils Bengt Bo Björn Göran Sven Håkan Ulf Leif Jonas Mattias Martin Oskar William Lucas Liam Elias Hugo Oliver Alfred Nils-Erik Axel Viktor Gustav Emil Anton Simon Filip Henrik Jens Søren Jørgen Niels Henning Torben Poul Kjeld Mogens Bjarne Ole Rasmus Mads Kasper Frederik Olav Knut Kåre Arne Sverre Øyvind Terje Geir Rune Trond Harald Sigurd Håvard Torbjörn Ragnar Åke Rolf Kjell Gunnar',
  surnames:
    'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson Jansson Hansson Bengtsson Jönsson Lindberg Jakobsson Magnusson Lindström Olofsson Lindqvist Lindgren Berg Axelsson Bergström Lundberg Lind Lundgren Lundqvist Mattsson Berglund Fredriksson Sandberg Henriksson Forsberg Sjöberg Wallin Engström Eklund Danielsson Lundin Håkansson Björk Bergman Gunnarsson Holm Wikström Samuelsson Isaksson Fransson Bergqvist Nyström Holmberg Arvidsson Löfgren Söderberg Nyberg Blomqvist Claesson Nordström Mårtensson Lundström Viklund Björklund Eliasson Hansen Nielsen Jensen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Johansen Olsen Kristiansen Karlsen Nilsen Eriksen Haugen Hagen Bakken Halvorsen Solberg Lie Dahl Moe',
  stems:
    'Ahl Al Ask Asp Bjur Björ Blom Bo Brand Bro Dal Ed Ek Eng Fager Falk Fjell Fors Fri Gran Grön Gyllen Hag Hall Hed Hell Hjort Holm Hög Kall Kron Kvarn Lager Lil Lind Ljung Lund Löf Malm Mo Mår Nor Ny Näs Od Ol Ros Ryd Sand Silfver Sjö Skog Sol Sten Strand Ström Sund Söder Thor Torn Ud Wal Vest Vik Åker Ås Älv Öberg Öst',
  middles: 'e en er ing in el ers un ens land',
  endings:
    'berg ström qvist gren lund dahl mark strand man stedt blad fors holm borg ner vall en in ell sson hagen rup gaard bakk stad sen vik nes seth lid',
  tailShare: 0.45,
  streets:
    'Storgatan Drottninggatan Kungsgatan Skolgatan Ringvägen Björkvägen Tallvägen Granvägen Kyrkvägen Stationsgatan Parkgatan Nygatan Skogsvägen Järnvägsgatan Vasagatan Trädgårdsgatan Åkervägen Sveavägen Hantverkargatan Odengatan Östra~Vägen Västra~Hamngatan Norra~Promenaden Strandvägen Kirkegata Storgata Nørregade Østergade Vestergade',
  towns:
    'Stockholm Göteborg Malmö Uppsala Västerås Örebro Linköping Helsingborg Jönköping Norrköping Lund Umeå Gävle Borås Södertälje Eskilstuna Halmstad Växjö Karlstad Sundsvall Oslo Bergen Trondheim Stavanger Drammen København Aarhus Odense Aalborg Esbjerg Randers Kolding Luleå Kalmar Falun Skellefteå Kristianstad Karlskrona Skövde Trollhättan Tromsø Sandnes',
  townStems:
    'Aling Bjur Bro Ed Eke Fager Grön Hall Hed Hög Käv Lin Lju Mör Nors Ros Sal Skär Sten Sun Söl Vad Vin Ås',
  townEndings: 'sås holm by torp stad köping vik fors bro hamn sund ås näs berga ryd mark lösa',
  postCode: '### ##',
  units: 'Bygg Transport Handel Skog Teknik Konsult Fisk Energi Måleri Städ',
  legalForms: 'AB HB AS ApS A/S',
};

/** Turkish names. */
export const turkish: NameBook = {
  country: 'TR',
  dialCode: '90',
  female:
    'Fatma Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Fadime Özlem Hacer Yasemin Hülya Cemile Sevim Gülsüm Leyla Dilek Büşra Aysel Songül Kübra Halime Esma Aynur Hayriye Kadriye Tuğba Rabia Sevgi Rukiye Hatun Derya Gülay Nuray Filiz Tuba Selma Gamze Ebru İrem Ceren Defne Eylül Nehir Asel Azra Ecrin Miray Beren Çağla Damla Ezgi Gizem Hilal İpek Melek Naz Nurcan Pınar Sibel Şule Tülay Ülkü Yeliz',
  male: 'Mehmet Mustafa Ahmet Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Salih Recep Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Musa Metin Orhan Bayram Serkan Furkan Gökhan Uğur Yunus Hamza Enes Ercan Sinan Engin Burak Onur Cem Tolga Volkan Barış Serdar Erkan Levent Selçuk Tuncay Yılmaz Cengiz Alper Berat Çağrı Deniz Eymen Kerem Miraç Poyraz Rüzgar Tarık Umut Veli Zafer Şahin Ümit Özgür İlker',
  surnames:
    'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Korkmaz Çakır Erdoğan Özcan Acar Şen Yavuz Güneş Aktaş Bulut Can Güler Ateş Taş Kaplan Yalçın Bozkurt Tekin Avcı Işık Turan Keskin Ünal Sarı Bayram Coşkun Ay Sönmez Türk Gül Tunç Karaca Güven Köse Yüksel Çiftçi Erdem Aksoy Uçar Kahraman Karataş Tan Duman Kocaman Uysal Toprak',
  stems:
    'Ak Al Altın Arı Atak Bal Baş Bay Ben Bey Boz Can Ceylan Çam Çak Dağ Del Demir Dur Dön Ece Er Ese Eren Gök Gün Gür Hacı İnce Kal Kap Kara Kes Kır Kız Koca Kök Kurt Kuş Mert Mol Oğuz Ok Ön Öz Pek Sağ Sal Sarı Ser Sez Soy Sol Şen Tan Taş Tok Top Tuna Tür Uğur Ulu Uz Var Yal Yar Yaz Yur Zey',
  middles: 'a e ı i u ar er al el an en la le',
  endings:
    'oğlu türk kan taş soy man er gül gün kaya bey baş dağ demir han doğan bulut alp tepe can su öz göz gil lar cı kol tekin ay maz yürek kaş ışık ova pınar',
  tailShare: 0.5,
  streets:
    'Atatürk~Caddesi Cumhuriyet~Caddesi İnönü~Caddesi İstiklal~Caddesi Gazi~Bulvarı Fatih~Sokak Lale~Sokak Gül~Sokak Çınar~Sokak Menekşe~Sokak Papatya~Sokak Zafer~Caddesi Barış~Sokak Okul~Sokak Cami~Sokak Bağdat~Caddesi Mevlana~Caddesi Yunus~Emre~Sokak Karanfil~Sokak Akasya~Sokak Şehit~Pilot~Sokak',
  towns:
    'İstanbul Ankara İzmir Bursa Adana Gaziantep Konya Antalya Kayseri Mersin Eskişehir Diyarbakır Samsun Denizli Şanlıurfa Malatya Kahramanmaraş Erzurum Van Batman Elazığ Sivas Manisa Trabzon Gebze Balıkesir Adıyaman Kırıkkale Antakya Osmaniye İskenderun Kocaeli Sakarya Aydın Uşak Edirne Çanakkale Isparta Ordu Rize',
  townStems: 'Ak Kara Yeni Eski Kızıl Yeşil Bey Çay Alaca Göl Sarı Taş Üç Güzel Boz Koca Dere',
  townEndings: 'köy hisar pazar şehir dağ tepe su yurt ova kaya bağ deniz pınar ören kent',
  postCode: '#####',
  units: 'İnşaat Nakliyat Tekstil Gıda Makine Turizm Ticaret Tarım Enerji Mobilya',
  legalForms: 'A.Ş. Ltd.~Şti. Koll.~Şti.',
};
