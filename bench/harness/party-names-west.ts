import type { NameBook } from './party-name-book.ts';

/** German names: a few frequent ones, and many rare ones made of fields, trades and places. */
export const german: NameBook = {
  country: 'DE',
  dialCode: '49',
  female:
    'Anna Maria Ursula Monika Petra Elisabeth Sabine Renate Helga Karin Brigitte Ingrid Erika Andrea Gisela Claudia Susanne Gabriele Christa Christine Hildegard Anja Barbara Katharina Birgit Julia Stefanie Martina Angelika Heike Sandra Nicole Jutta Melanie Silke Marion Laura Sarah Lena Lea Hannah Emma Mia Sophie Johanna Franziska Theresa Luisa Charlotte Katrin Kerstin Daniela Ulrike Cornelia Annette Bettina Simone Tanja Kathrin Vanessa Jennifer Nadine Christina Jana Antje Astrid Doris Elke Eva Frauke Greta Gudrun Hannelore Heidi Helene Ilse Irmgard Janina Judith Karoline Larissa Leonie Lieselotte Lotte Magdalena Marlene Mathilda Merle Miriam Nele Pauline Paula Regina Rosemarie Rita Roswitha Ruth Sieglinde Sonja Svenja Tabea Ute Verena Viktoria Wiebke Waltraud Yvonne',
  male: 'Peter Michael Thomas Andreas Wolfgang Klaus Jürgen Günther Stefan Christian Uwe Werner Horst Frank Dieter Manfred Gerhard Hans Bernd Thorsten Mathias Helmut Walter Heinz Martin Jörg Rolf Jens Sven Alexander Jan Rainer Holger Karl Dirk Joachim Ralf Carsten Herbert Oliver Wilhelm Kurt Markus Heinrich Harald Paul Hermann Kai Rudolf Ulrich Daniel Sebastian Florian Tobias Benjamin Lukas Leon Felix Jonas Maximilian Julian Niklas Philipp Tim Simon Fabian David Moritz Jakob Anton Emil Konstantin Benedikt Dominik Patrick Marcel Robert Georg Friedrich Otto Ernst Erich Siegfried Detlef Volker Lothar Norbert Hartmut Reinhard Armin Bastian Björn Christoph Eckhard Gregor Henning Ingo Johannes Lars Lennart Ludwig Marius Nils Ole Oskar Richard Roland Rüdiger Samuel Thorben Till Timo Udo Valentin Vincent',
  surnames:
    'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas Schreiber Graf Schulte Dietrich Ziegler Kuhn Kühn Pohl Engel Horn Busch Bergmann Thomas Voigt Sauer Arnold Wolff Pfeiffer',
  stems:
    'Aich Alt Amt Bach Bader Birken Blumen Böll Brand Breiten Brunn Buch Burg Christ Dach Dann Dorn Eber Ecken Eichen Eisen Ellen Erl Esch Falken Feld Feuer Finken Flach Förster Freu Gaß Geiger Gold Graben Grün Haber Hage Hammer Hasel Hecken Heide Held Hermanns Hirsch Hoch Holz Hopfen Hunds Kalten Kamp Kastner Kessel Kirch Klee Klinger Kloster Korn Kreuz Kron Kupfer Lach Land Lauter Leder Lehn Leiten Lichten Linden Löwen Lütten Mahl Markt Matten Mittel Moos Mühl Nacht Neu Nieder Nuß Ober Öster Palm Pfaffen Quell Rappen Rauch Reb Reichen Rein Riedl Ritter Roden Rosen Rot Sachsen Salz Sand Schaaf Schell Schind Schloß Schön Schwaben See Seyfer Siegel Silber Sonnen Spiel Staud Stecken Steig Stern Stock Strauß Talk Tannen Teich Tief Trauten Uhl Unter Vier Volk Wachs Wald Wein Weiden Wester Wiesen Wind Wolfs Zell Ziegen Zucker',
  middles: 'el er in ens lings acker wiesen au hol ster gen ker',
  endings:
    'er mann berger bauer hofer müller meier bach feld stein huber ner städter hauser thaler reuter kamp brink horst dorf burg wald brunner egger lechner lein inger kötter hagen rath schmidt mayr schläger gruber moser ländner wirth hof mer gärtner holz heim',
  tailShare: 0.55,
  streets:
    'Hauptstraße Schulstraße Gartenstraße Bahnhofstraße Dorfstraße Bergstraße Birkenweg Lindenstraße Kirchstraße Waldstraße Ringstraße Schillerstraße Amselweg Goethestraße Jahnstraße Wiesenweg Buchenweg Feldstraße Rosenweg Mozartstraße Ahornweg Mühlenweg Mühlstraße Tulpenweg Drosselweg Friedhofstraße Beethovenstraße Finkenweg Blumenstraße Talstraße Poststraße Lerchenweg Kapellenweg Parkstraße Fliederweg Meisenweg Marktplatz Uhlandstraße Brunnenstraße Steinweg Eichenweg Nelkenweg Rathausplatz Industriestraße Kiefernweg Kirchweg Sonnenstraße Tannenweg Hölderlinweg Königsallee Bismarckstraße Berliner~Straße Frankfurter~Straße Hamburger~Straße Leipziger~Straße Alte~Poststraße Am~Bach Am~Sportplatz Im~Winkel An~der~Kirche Karl-Marx-Straße Friedrich-Ebert-Straße',
  towns:
    'Berlin Hamburg München Köln Frankfurt~am~Main Stuttgart Düsseldorf Leipzig Dortmund Essen Bremen Dresden Hannover Nürnberg Duisburg Bochum Wuppertal Bielefeld Bonn Münster Mannheim Karlsruhe Augsburg Wiesbaden Mönchengladbach Gelsenkirchen Aachen Braunschweig Kiel Chemnitz Halle Magdeburg Freiburg Krefeld Mainz Lübeck Erfurt Oberhausen Rostock Kassel Hagen Potsdam Saarbrücken Hamm Ludwigshafen Oldenburg Mülheim Osnabrück Leverkusen Heidelberg Darmstadt Solingen Regensburg Herne Paderborn Neuss Ingolstadt Offenbach Würzburg Fürth Ulm Heilbronn Pforzheim Wolfsburg Göttingen Bottrop Reutlingen Koblenz Erlangen Bremerhaven Remscheid Bergisch~Gladbach Trier Jena Salzgitter Moers Siegen Gütersloh Hildesheim Hanau Cottbus Kaiserslautern Esslingen Schwerin',
  townStems:
    'Alten Neuen Ober Unter Nieder Hohen Kirch Bad~ Groß Klein Rotten Wies Stein Wald Lind Eich Birken Buchen Schön Frei Königs Bischofs Mühl Sand Salz Wein Berg Eber Diepolds Gunzen',
  townEndings:
    'hausen dorf heim berg bach feld stadt walde hofen ingen kirchen rode thal burg stein au brunn see ach stetten',
  postCode: '#####',
  units: 'Handels Bau Metall Textil Maschinen Immobilien Verlags Transport Energie Elektro Garten Bio',
  legalForms: 'GmbH AG KG OHG e.K. UG',
};

/** French names. */
export const french: NameBook = {
  country: 'FR',
  dialCode: '33',
  female:
    'Marie Jeanne Françoise Monique Catherine Nathalie Isabelle Jacqueline Anne Sylvie Martine Madeleine Nicole Suzanne Hélène Christine Marguerite Denise Louise Christiane Yvonne Valérie Sophie Stéphanie Sandrine Véronique Céline Chantal Germaine Patricia Annie Brigitte Julie Laurence Aurélie Dominique Virginie Élodie Émilie Camille Léa Manon Chloé Emma Inès Jade Louna Lina Zoé Clara Sarah Juliette Charlotte Pauline Mathilde Laura Marion Caroline Claire Corinne Danielle Delphine Éliane Florence Gabrielle Geneviève Ginette Huguette Joëlle Josiane Karine Liliane Lucie Magali Maryse Mélanie Michèle Mireille Muriel Noémie Océane Odette Pascale Raymonde Renée Simone Solène Thérèse Yvette',
  male: 'Jean Pierre Michel André Philippe René Louis Alain Jacques Bernard Marcel Daniel Roger Robert Paul Claude Christian Henri Georges Nicolas François Patrick Gérard Christophe Joseph Julien Maurice Laurent Frédéric Eric David Stéphane Pascal Sébastien Alexandre Thierry Olivier Antoine Thomas Raymond Guillaume Vincent Bruno Guy Charles Marc Hugo Lucas Théo Mathis Enzo Nathan Léo Gabriel Raphaël Arthur Jules Adam Maxime Quentin Romain Kévin Jérôme Fabrice Franck Gilles Didier Serge Yves Xavier Adrien Alexis Arnaud Baptiste Benoît Cédric Clément Corentin Damien Dylan Emmanuel Étienne Fabien Florian Gaël Grégory Hervé Jérémy Joël Loïc Ludovic Mathieu Mickaël Norbert Rémi Sylvain Tanguy Valentin Yann',
  surnames:
    'Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David Bertrand Morel Fournier Girard Bonnet Dupont Lambert Fontaine Rousseau Vincent Muller Lefebvre Faure André Mercier Blanc Guérin Boyer Garnier Chevalier François Legrand Gauthier Garcia Perrin Robin Clément Morin Nicolas Henry Roussel Mathieu Gautier Masson Marchand Duval Denis Dumont Marie Lemaire Noël Meyer Dufour Meunier Brun Blanchard Giraud Joly Rivière Lucas Brunet Gaillard Barbier Arnaud Martinez Gérard Roche Renard Schmitt Roy Leroux Colin Vidal Caron Picard Roger Fabre Aubert Lemoine Renaud Dumas Lacroix Olivier Philippe Bourgeois Pierre Benoît Rey Leclerc Payet Rolland Leclercq Guillaume Lecomte Lopez',
  stems:
    'Bau Beau Bel Ber Bois Bon Bou Bra Cas Char Chau Cler Cor Cou Dau Del Des Dor Du Fal Fau Fer Flo Fra Gal Gar Gil Gou Gran Gri Har Jac Jau La Lab Lam Lan Lau Lou Mal Man Mar Mau Mon Mor Nau Nor Par Pas Pel Pin Poi Pou Pra Pru Quin Rai Ram Ren Ri Rom Ros Sal San Sau Ser Sou Tar Thi Tou Tri Val Var Vau Ver Vil Voi',
  middles: 'a e i o ou an en on al el ar er in',
  endings:
    'lier din reau ville champ sier tel nard gnon dier court ton mont ret blanc quet vieux chard rond seau nier gnac bert dac guy let mier ron teau zac court tin vier son lain rieux bault ronneau chet ssard',
  tailShare: 0.55,
  streets:
    'rue~de~l’Église place~de~la~Mairie rue~du~Moulin Grande~Rue rue~de~la~Gare rue~des~Écoles rue~Principale rue~Victor~Hugo rue~Pasteur avenue~Jean~Jaurès rue~du~Stade rue~des~Lilas rue~de~la~Fontaine rue~Jules~Ferry rue~des~Jardins boulevard~Gambetta rue~de~Verdun avenue~de~la~République rue~Molière rue~Émile~Zola place~du~Marché rue~de~la~Paix chemin~des~Vignes allée~des~Acacias rue~Saint~Martin impasse~du~Château rue~Voltaire quai~des~Tanneurs rue~Claude~Debussy rue~Lafayette avenue~Foch rue~du~Général~Leclerc',
  towns:
    'Paris Marseille Lyon Toulouse Nice Nantes Montpellier Strasbourg Bordeaux Lille Rennes Reims Saint-Étienne Toulon Le~Havre Grenoble Dijon Angers Nîmes Villeurbanne Clermont-Ferrand Aix-en-Provence Brest Tours Amiens Limoges Annecy Perpignan Boulogne-Billancourt Metz Besançon Orléans Rouen Mulhouse Caen Nancy Saint-Denis Argenteuil Roubaix Tourcoing Avignon Créteil Poitiers Versailles Courbevoie Vitry Colombes Pau Cannes Béziers Quimper Lorient Troyes Chambéry Valence Colmar Bayonne Vannes',
  townStems:
    'Saint-~ Saint-Jean-~ Saint-Pierre-~ Beau Ville Mont Chât Bourg-~ Roche Fontaine-~ Neuf Haute Belle Val Cour Mar Lav Ber Cham Pont-~',
  townEndings:
    'lieu court ville mont bourg ellier ignac euil ières sur-Loire sur-Mer le-Vieux la-Forêt champ teau igny ogne elles',
  postCode: '#####',
  units: 'Ateliers Bâtiment Transports Boulangerie Éditions Garage Pharmacie Menuiserie Conseil Jardins',
  legalForms: 'SARL SA SAS EURL SNC',
};

/** Spanish names with two surnames. */
export const spanish: NameBook = {
  country: 'ES',
  dialCode: '34',
  female:
    'María~Carmen María Carmen Ana~María Josefa Isabel Laura Cristina María~Pilar María~Dolores Marta María~Teresa Lucía María~Ángeles Francisca Ana María~José Antonia Dolores María~Isabel Paula Sara Elena Raquel Pilar Concepción Manuela Silvia Mercedes Julia Beatriz Nuria Rosario Juana Alba Teresa Irene Encarnación Andrea Montserrat Patricia Mónica Rocío Rosa Alicia Sonia Sandra Marina Susana Yolanda Natalia Ángela Claudia Eva Inmaculada Margarita Sofía Carla Esther Noelia Verónica Carolina Nerea Inés Eva~María Daniela Miriam Lorena Lidia Victoria Catalina Consuelo Aitana Begoña Gloria Emilia Celia Olga Ainhoa Aurora Jimena Leire Esperanza Adriana Clara Virginia Vanesa Luisa Fátima Lourdes Martina Belén',
  male: 'Antonio Manuel José Francisco David Juan Javier José~Antonio Daniel José~Luis Francisco~Javier Carlos Jesús Alejandro Miguel José~Manuel Rafael Miguel~Ángel Pablo Pedro Ángel Sergio José~María Fernando Jorge Luis Alberto Juan~Carlos Álvaro Adrián Diego Juan~José Raúl Iván Juan~Antonio Rubén Enrique Óscar Ramón Vicente Andrés Juan~Manuel Joaquín Santiago Víctor Mario Eduardo Roberto Jaime Francisco~José Ignacio Marcos Alfonso Jordi Salvador Ricardo Hugo Emilio Guillermo Gabriel Julián Julio Marc Tomás José~Miguel Gonzalo Agustín Mohamed José~Ramón Félix Nicolás Joan Martín Ismael Cristian Samuel Aitor Josep Juan~Francisco Mariano Domingo Alfredo Sebastián Héctor Felipe César José~Ángel Iker Xavier Álex Gregorio Rodrigo Lorenzo Esteban Lucas',
  surnames:
    'García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Ruiz Díaz Moreno Muñoz Álvarez Romero Gutiérrez Alonso Navarro Torres Domínguez Ramos Vázquez Ramírez Gil Serrano Morales Molina Blanco Suárez Castro Ortega Delgado Ortiz Marín Rubio Núñez Medina Sanz Castillo Iglesias Cortés Garrido Santos Guerrero Lozano Cano Cruz Méndez Flores Prieto Herrera Peña León Márquez Cabrera Gallego Calvo Vidal Campos Reyes Vega Fuentes Carrasco Díez Aguilar Caballero Nieto Santana Vargas Pascual Giménez Herrero Hidalgo Montero Lorenzo Santiago Benítez Durán Ibáñez Arias Mora Ferrer Carmona Vicente Rojas Soto Crespo Román Pastor Velasco Parra Sáez Moya Bravo Rivera Gallardo Soler Silva Franco Rivas Merino Espinosa Lara Izquierdo Arroyo Redondo Camacho Vera Esteban Otero Luque Montes Rey Sierra Segura',
  stems:
    'Al Aran Arre Ari Bal Bara Bel Bena Ber Bo Bus Cal Cama Can Cara Casa Ceba Cer Coro Eche Eli Eza Fal Fari Gala Gara Garmen Goi Gor Guada Guri Ha Iba Iri Ita Iza Lan Lar Lego Liza Loi Ma Mada Mal Mendi Mira Mon Mure Nava Ola Ora Oto Pala Pare Per Pina Que Reca Rija Sala Sanda Sara Sole Tala Tira Tole Uga Uri Vala Vare Vera Villa Xuri Zaba Zara Zubi',
  middles: 'a e i o an en in on ar er al el ia',
  endings:
    'bar barri berri cedo co dez do ga garay guren gui jo la lba les llán lsa ma món nda nero ño queta ra rain ral rate rdi rena res rillo rro sa sco ta te tegui varri vero zábal zar zola zu',
  tailShare: 0.5,
  streets:
    'Calle~Mayor Calle~Real Calle~de~la~Iglesia Calle~Nueva Plaza~Mayor Avenida~de~la~Constitución Calle~del~Sol Calle~San~José Calle~Cervantes Paseo~Marítimo Calle~de~la~Fuente Calle~San~Juan Calle~Ancha Avenida~de~Andalucía Calle~Santa~María Calle~Goya Calle~Velázquez Camino~Viejo Calle~del~Carmen Ronda~Norte Calle~Larga Calle~San~Sebastián Carrer~Major Rúa~do~Castro Calle~Alcalá Calle~Serrano',
  towns:
    'Madrid Barcelona Valencia Sevilla Zaragoza Málaga Murcia Palma Las~Palmas Bilbao Alicante Córdoba Valladolid Vigo Gijón Hospitalet Vitoria A~Coruña Elche Granada Terrassa Badalona Oviedo Sabadell Cartagena Jerez Móstoles Santa~Cruz Pamplona Almería Alcalá~de~Henares Fuenlabrada Leganés San~Sebastián Getafe Burgos Albacete Santander Castellón Alcorcón Logroño Badajoz Salamanca Huelva Marbella Lleida Tarragona León Dos~Hermanas Parla Mataró Cádiz Torrejón Jaén Algeciras Ourense Reus Girona Lugo Cáceres Toledo Pontevedra',
  townStems:
    'Villa Torre Al Castil Navas~de~ Puebla~de~ Fuente Monte Ben San~Martín~de~ Rio Val Peña Mira Campo Alde Santa~María~de~ Alba Huer Qui',
  townEndings:
    'nueva lejo rrubia mayor casa mora llana bella flores verde rroyo nares blanca real hermosa vieja talla rejos zuela rica',
  postCode: '#####',
  units:
    'Construcciones Transportes Hostelería Talleres Distribuciones Jardinería Editorial Servicios Panadería',
  legalForms: 'SL SA SLU SLL',
  hasTwoSurnames: true,
};

/** Dutch names, many with prefixes. */
export const dutch: NameBook = {
  country: 'NL',
  dialCode: '31',
  female:
    'Johanna Maria Cornelia Anna Wilhelmina Catharina Hendrika Elisabeth Margaretha Petronella Jacoba Anneke Els Marijke Ingrid Monique Esther Linda Sandra Mariska Femke Sanne Lotte Emma Julia Mila Tess Sophie Saar Evi Fleur Isa Lieke Noor Roos Maud Anouk Iris Merel Nienke Jolanda Wendy Petra Yvonne Astrid Bianca Carla Danielle Eline Geertje Hanneke Ineke Janneke Karin Lisanne Marloes Nicole Olga Patricia Renske Saskia Tineke Ursula Vera Willemijn Trijntje Grietje Aaltje Dieuwertje Liesbeth',
  male: 'Johannes Jan Cornelis Hendrik Willem Pieter Gerrit Petrus Jacobus Antonius Dirk Klaas Kees Henk Piet Sander Jeroen Bas Daan Sem Lucas Levi Finn Milan Luuk Bram Thijs Jesse Lars Ruben Stijn Tim Niels Rick Maarten Martijn Marcel Erik Rob Ronald Wouter Arjan Bart Casper Diederik Evert Frans Gijs Hugo Ivo Joost Koen Leendert Mark Nico Olaf Paul Quinten Reinier Sjoerd Teun Vincent Wessel Youri Tjeerd Hidde Floris Jelle Rens Gerard',
  surnames:
    'de~Jong Jansen de~Vries van~den~Berg van~Dijk Bakker Janssen Visser Smit Meijer de~Boer Mulder de~Groot Bos Vos Peters Hendriks van~Leeuwen Dekker Brouwer de~Wit Dijkstra Smits de~Graaf van~der~Meer Kok Jacobs van~der~Linden de~Haan Vermeulen van~den~Heuvel van~der~Veen van~den~Broek de~Bruijn de~Bruin Schouten van~Beek van~der~Heijden Willems van~Vliet Hoekstra Maas Verhoeven Koster van~Dam Prins Blom Huisman Peeters Kuipers van~Veen van~Dongen Veenstra Kramer van~den~Bosch van~der~Wal Mol Zijlstra de~Leeuw Martens Postma Hofman Koning Willemsen Smeets Molenaar Timmermans Gerritsen Driessen van~Wijk Groen Roos Sanders Verbeek Jonker Hermans de~Koning',
  stems:
    'van~Ach van~Bever van~Bloemen van~Brem van~Does van~Eyken van~Gelder van~Hager van~Heem van~Kampen van~Loen van~Mierlo van~Nieuwen van~Ooster van~Raven van~Rijs van~Schaik van~Tol van~Uffel van~Wester van~der~Haar van~der~Kolk van~der~Laan van~der~Ploeg van~der~Sluis van~der~Vel van~der~Zand Alberts Berk Boers Bruins Cuyper Dorre Eger Feike Gooi Haver Hoog Ijzer Kalk Klomp Kools Lange Meers Mole Nij Olden Poel Reit Ros Scheep Sluit Steen Stroo Teunis Uiter Veld Ver Voor Water Wier Wijn Zeil Zonne Zwan',
  middles: 'en er el inge se ster land aar ker',
  endings:
    'hof kamp burg man stra ma veld huizen dijk horst meer broek berg steen sma laar donk ink ing daal mans wijk poort ens boom',
  tailShare: 0.5,
  streets:
    'Kerkstraat Schoolstraat Molenstraat Dorpsstraat Molenweg Julianastraat Parallelweg Nieuwstraat Wilhelminastraat Sportlaan Industrieweg Stationsweg Beatrixstraat Eikenlaan Prins~Bernhardstraat Beukenlaan Hoofdstraat Emmastraat Kastanjelaan Marktplein Lindelaan Oranjestraat Raadhuisstraat Vondelstraat Rembrandtstraat Burgemeester~de~Vlugtlaan Achterweg Zandweg Havenkade Keizersgracht Singel',
  towns:
    'Amsterdam Rotterdam Den~Haag Utrecht Eindhoven Groningen Tilburg Almere Breda Nijmegen Apeldoorn Haarlem Arnhem Enschede Amersfoort Zaanstad Haarlemmermeer Den~Bosch Zwolle Zoetermeer Leiden Leeuwarden Maastricht Dordrecht Ede Alphen Westland Alkmaar Emmen Delft Venlo Deventer Helmond Oss Hilversum Heerlen Purmerend Lelystad Schiedam Roosendaal Gouda Hoorn Vlaardingen Assen Katwijk Veenendaal',
  townStems:
    'Ooster Wester Noord Zuid Nieuw Oud Hoog Laag Kerk Bergen~ Sint~ Haring Wolfs Steen Zand Water Veen Maas Heide Eems',
  townEndings: 'wijk dam broek burg veen hout huizen kerk meer dorp zijl wolde hoven mond loo drecht',
  postCode: '#### @@',
  units: 'Bouw Transport Handel Groen Techniek Advies Zuivel Metaal Logistiek Tuin',
  legalForms: 'BV NV VOF CV',
};
