import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const standards: LanguageTexts = {
  'education-levels': {
    name: 'Bildungsniveaus',
    description: 'Höchster erreichter Bildungsstand nach ISCED 2011.',
    values: {
      'early-childhood-education': 'Elementarbereich',
      'primary-education': 'Primarbereich',
      'lower-secondary-education': 'Sekundarbereich I',
      'upper-secondary-education': 'Sekundarbereich II',
      'post-secondary-non-tertiary-education': 'Postsekundarer, nicht tertiärer Bereich',
      'short-cycle-tertiary-education': 'Kurzes tertiäres Bildungsprogramm',
      'bachelor-or-equivalent-level': 'Bachelor oder gleichwertig',
      'master-or-equivalent-level': 'Master oder gleichwertig',
      'doctoral-or-equivalent-level': 'Promotion oder gleichwertig',
    },
  },
  occupations: {
    name: 'Berufe',
    description: 'Was eine Person arbeitet: Berufshauptgruppen und Berufsgruppen der ISCO-08.',
    values: {
      managers: 'Führungskräfte',
      'chief-executives-senior-officials-and-legislators':
        'Geschäftsführer, Vorstände, leitende Verwaltungsbedienstete und Angehörige gesetzgebender Körperschaften',
      'administrative-and-commercial-managers': 'Führungskräfte im kaufmännischen Bereich',
      'production-and-specialized-services-managers':
        'Führungskräfte in der Produktion und bei speziellen Dienstleistungen',
      'hospitality-retail-and-other-services-managers':
        'Führungskräfte in Hotels und Restaurants, im Handel und in sonstigen Dienstleistungen',
      professionals: 'Akademische Berufe',
      'science-and-engineering-professionals': 'Naturwissenschaftler, Mathematiker und Ingenieure',
      'health-professionals': 'Akademische und verwandte Gesundheitsberufe',
      'teaching-professionals': 'Lehrkräfte',
      'business-and-administration-professionals': 'Betriebswirte und vergleichbare akademische Berufe',
      'information-and-communications-technology-professionals':
        'Akademische und vergleichbare Fachkräfte der Informations- und Kommunikationstechnologie',
      'legal-social-and-cultural-professionals': 'Juristen, Sozialwissenschaftler und Kulturberufe',
      'technicians-and-associate-professionals': 'Techniker und gleichrangige nichttechnische Berufe',
      'science-and-engineering-associate-professionals': 'Ingenieurtechnische und vergleichbare Fachkräfte',
      'health-associate-professionals': 'Assistenzberufe im Gesundheitswesen',
      'business-and-administration-associate-professionals':
        'Nicht akademische betriebswirtschaftliche und kaufmännische Fachkräfte und Verwaltungsfachkräfte',
      'legal-social-cultural-and-related-associate-professionals':
        'Nicht akademische juristische, sozialpflegerische, kulturelle und verwandte Fachkräfte',
      'information-and-communications-technicians': 'Informations- und Kommunikationstechniker',
      'clerical-support-workers': 'Bürokräfte und verwandte Berufe',
      'general-and-keyboard-clerks': 'Allgemeine Büro- und Sekretariatskräfte',
      'customer-services-clerks': 'Bürokräfte mit Kundenkontakt',
      'numerical-and-material-recording-clerks':
        'Bürokräfte im Finanz- und Rechnungswesen, in der Statistik und in der Materialwirtschaft',
      'other-clerical-support-workers': 'Sonstige Bürokräfte und verwandte Berufe',
      'service-and-sales-workers': 'Dienstleistungsberufe und Verkäufer',
      'personal-service-workers': 'Berufe im Bereich personenbezogener Dienstleistungen',
      'sales-workers': 'Verkaufskräfte',
      'personal-care-workers': 'Betreuungsberufe',
      'protective-services-workers': 'Schutzkräfte und Sicherheitsbedienstete',
      'skilled-agricultural-forestry-and-fishery-workers':
        'Fachkräfte in Land- und Forstwirtschaft und Fischerei',
      'market-oriented-skilled-agricultural-workers': 'Fachkräfte in der Landwirtschaft',
      'market-oriented-skilled-forestry-fishery-and-hunting-workers':
        'Fachkräfte in Forstwirtschaft, Fischerei und Jagd für den Markt',
      'subsistence-farmers-fishers-hunters-and-gatherers':
        'Landwirte, Fischer, Jäger und Sammler für den Eigenbedarf',
      'craft-and-related-trades-workers': 'Handwerks- und verwandte Berufe',
      'building-and-related-trades-workers-excluding-electricians':
        'Bau- und Ausbaufachkräfte sowie verwandte Berufe, ohne Elektriker',
      'metal-machinery-and-related-trades-workers': 'Metallarbeiter, Mechaniker und verwandte Berufe',
      'handicraft-and-printing-workers': 'Präzisionshandwerker, Drucker und kunsthandwerkliche Berufe',
      'electrical-and-electronic-trades-workers': 'Elektriker und Elektroniker',
      'food-processing-wood-working-garment-and-other-craft-and-related-trades-workers':
        'Berufe in der Nahrungsmittelverarbeitung, Holzverarbeitung und Bekleidungsherstellung und verwandte Berufe',
      'plant-and-machine-operators-and-assemblers': 'Bediener von Anlagen und Maschinen und Montageberufe',
      'stationary-plant-and-machine-operators': 'Bediener stationärer Anlagen und Maschinen',
      assemblers: 'Montageberufe',
      'drivers-and-mobile-plant-operators': 'Fahrzeugführer und Bediener mobiler Anlagen',
      'elementary-occupations': 'Hilfsarbeitskräfte',
      'cleaners-and-helpers': 'Reinigungspersonal und Hilfskräfte',
      'agricultural-forestry-and-fishery-labourers':
        'Hilfsarbeiter in der Land- und Forstwirtschaft und Fischerei',
      'labourers-in-mining-construction-manufacturing-and-transport':
        'Hilfsarbeiter im Bergbau, im Bau, bei der Herstellung von Waren und im Transportwesen',
      'food-preparation-assistants': 'Hilfskräfte in der Nahrungsmittelzubereitung',
      'street-and-related-sales-and-service-workers':
        'Straßenhändler und auf der Straße arbeitende Dienstleistungskräfte',
      'refuse-workers-and-other-elementary-workers':
        'Abfallentsorgungsarbeiter und sonstige Hilfsarbeitskräfte',
      'armed-forces-occupations': 'Angehörige der Streitkräfte',
      'commissioned-armed-forces-officers': 'Offiziere',
      'non-commissioned-armed-forces-officers': 'Unteroffiziere',
      'armed-forces-occupations-other-ranks': 'Angehörige der Streitkräfte in sonstigen Rängen',
    },
  },
  industries: {
    name: 'Wirtschaftszweige',
    description:
      'Was eine Organisation oder ein Arbeitgeber tut: Abschnitte und Abteilungen der NACE Rev. 2.',
    values: {
      'agriculture-forestry-and-fishing': 'Land- und Forstwirtschaft, Fischerei',
      'crop-and-animal-production-hunting-and-related-service-activities':
        'Landwirtschaft, Jagd und damit verbundene Tätigkeiten',
      'forestry-and-logging': 'Forstwirtschaft und Holzeinschlag',
      'fishing-and-aquaculture': 'Fischerei und Aquakultur',
      'mining-and-quarrying': 'Bergbau und Gewinnung von Steinen und Erden',
      'mining-of-coal-and-lignite': 'Kohlenbergbau',
      'extraction-of-crude-petroleum-and-natural-gas': 'Gewinnung von Erdöl und Erdgas',
      'mining-of-metal-ores': 'Erzbergbau',
      'other-mining-and-quarrying': 'Gewinnung von Steinen und Erden, sonstiger Bergbau',
      'mining-support-service-activities': 'Dienstleistungen für den Bergbau',
      manufacturing: 'Verarbeitendes Gewerbe',
      'manufacture-of-food-products': 'Herstellung von Nahrungs- und Futtermitteln',
      'manufacture-of-beverages': 'Getränkeherstellung',
      'manufacture-of-tobacco-products': 'Tabakverarbeitung',
      'manufacture-of-textiles': 'Herstellung von Textilien',
      'manufacture-of-wearing-apparel': 'Herstellung von Bekleidung',
      'manufacture-of-leather-and-related-products': 'Herstellung von Leder, Lederwaren und Schuhen',
      'manufacture-of-wood-and-of-products-of-wood-and-cork-except-furniture-manufacture-of-articles-of-straw-and-plaiting-materials':
        'Herstellung von Holz-, Flecht-, Korb- und Korkwaren, ohne Möbel',
      'manufacture-of-paper-and-paper-products': 'Herstellung von Papier, Pappe und Waren daraus',
      'printing-and-reproduction-of-recorded-media':
        'Herstellung von Druckerzeugnissen; Vervielfältigung von bespielten Datenträgern',
      'manufacture-of-coke-and-refined-petroleum-products': 'Kokerei und Mineralölverarbeitung',
      'manufacture-of-chemicals-and-chemical-products': 'Herstellung von chemischen Erzeugnissen',
      'manufacture-of-basic-pharmaceutical-products-and-pharmaceutical-preparations':
        'Herstellung von pharmazeutischen Erzeugnissen',
      'manufacture-of-rubber-and-plastic-products': 'Herstellung von Gummi- und Kunststoffwaren',
      'manufacture-of-other-non-metallic-mineral-products':
        'Herstellung von Glas, Keramik, Verarbeitung von Steinen und Erden',
      'manufacture-of-basic-metals': 'Metallerzeugung und -bearbeitung',
      'manufacture-of-fabricated-metal-products-except-machinery-and-equipment':
        'Herstellung von Metallerzeugnissen',
      'manufacture-of-computer-electronic-and-optical-products':
        'Herstellung von Datenverarbeitungsgeräten, elektronischen und optischen Erzeugnissen',
      'manufacture-of-electrical-equipment': 'Herstellung von elektrischen Ausrüstungen',
      'manufacture-of-machinery-and-equipment-n-e-c': 'Maschinenbau',
      'manufacture-of-motor-vehicles-trailers-and-semi-trailers':
        'Herstellung von Kraftwagen und Kraftwagenteilen',
      'manufacture-of-other-transport-equipment': 'Sonstiger Fahrzeugbau',
      'manufacture-of-furniture': 'Herstellung von Möbeln',
      'other-manufacturing': 'Herstellung von sonstigen Waren',
      'repair-and-installation-of-machinery-and-equipment':
        'Reparatur und Installation von Maschinen und Ausrüstungen',
      'electricity-gas-steam-and-air-conditioning-supply': 'Energieversorgung',
      'electricity-gas-steam-and-air-conditioning-supply-division': 'Energieversorgung',
      'water-supply-sewerage-waste-management-and-remediation-activities':
        'Wasserversorgung; Abwasser- und Abfallentsorgung und Beseitigung von Umweltverschmutzungen',
      'water-collection-treatment-and-supply': 'Wasserversorgung',
      sewerage: 'Abwasserentsorgung',
      'waste-collection-treatment-and-disposal-activities-materials-recovery':
        'Sammlung, Behandlung und Beseitigung von Abfällen; Rückgewinnung',
      'remediation-activities-and-other-waste-management-services':
        'Beseitigung von Umweltverschmutzungen und sonstige Entsorgung',
      construction: 'Baugewerbe',
      'construction-of-buildings': 'Hochbau',
      'civil-engineering': 'Tiefbau',
      'specialised-construction-activities':
        'Vorbereitende Baustellenarbeiten, Bauinstallation und sonstiges Ausbaugewerbe',
      'wholesale-and-retail-trade-repair-of-motor-vehicles-and-motorcycles':
        'Handel; Instandhaltung und Reparatur von Kraftfahrzeugen',
      'wholesale-and-retail-trade-and-repair-of-motor-vehicles-and-motorcycles':
        'Handel mit Kraftfahrzeugen; Instandhaltung und Reparatur von Kraftfahrzeugen',
      'wholesale-trade-except-of-motor-vehicles-and-motorcycles':
        'Großhandel, ohne Handel mit Kraftfahrzeugen',
      'retail-trade-except-of-motor-vehicles-and-motorcycles':
        'Einzelhandel, ohne Handel mit Kraftfahrzeugen',
      'transportation-and-storage': 'Verkehr und Lagerei',
      'land-transport-and-transport-via-pipelines': 'Landverkehr und Transport in Rohrfernleitungen',
      'water-transport': 'Schifffahrt',
      'air-transport': 'Luftfahrt',
      'warehousing-and-support-activities-for-transportation':
        'Lagerei sowie Erbringung von sonstigen Dienstleistungen für den Verkehr',
      'postal-and-courier-activities': 'Post-, Kurier- und Expressdienste',
      'accommodation-and-food-service-activities': 'Gastgewerbe',
      accommodation: 'Beherbergung',
      'food-and-beverage-service-activities': 'Gastronomie',
      'information-and-communication': 'Information und Kommunikation',
      'publishing-activities': 'Verlagswesen',
      'motion-picture-video-and-television-programme-production-sound-recording-and-music-publishing-activities':
        'Herstellung, Verleih und Vertrieb von Filmen und Fernsehprogrammen; Kinos; Tonstudios und Verlegen von Musik',
      'programming-and-broadcasting-activities': 'Rundfunkveranstalter',
      telecommunications: 'Telekommunikation',
      'computer-programming-consultancy-and-related-activities':
        'Erbringung von Dienstleistungen der Informationstechnologie',
      'information-service-activities': 'Informationsdienstleistungen',
      'financial-and-insurance-activities': 'Erbringung von Finanz- und Versicherungsdienstleistungen',
      'financial-service-activities-except-insurance-and-pension-funding':
        'Erbringung von Finanzdienstleistungen',
      'insurance-reinsurance-and-pension-funding-except-compulsory-social-security':
        'Versicherungen, Rückversicherungen und Pensionskassen, ohne Sozialversicherung',
      'activities-auxiliary-to-financial-services-and-insurance-activities':
        'Mit Finanz- und Versicherungsdienstleistungen verbundene Tätigkeiten',
      'real-estate-activities': 'Grundstücks- und Wohnungswesen',
      'real-estate-activities-division': 'Grundstücks- und Wohnungswesen',
      'professional-scientific-and-technical-activities':
        'Erbringung von freiberuflichen, wissenschaftlichen und technischen Dienstleistungen',
      'legal-and-accounting-activities': 'Rechts- und Steuerberatung, Wirtschaftsprüfung',
      'activities-of-head-offices-management-consultancy-activities':
        'Verwaltung und Führung von Unternehmen; Unternehmensberatung',
      'architectural-and-engineering-activities-technical-testing-and-analysis':
        'Architektur- und Ingenieurbüros; technische, physikalische und chemische Untersuchung',
      'scientific-research-and-development': 'Forschung und Entwicklung',
      'advertising-and-market-research': 'Werbung und Marktforschung',
      'other-professional-scientific-and-technical-activities':
        'Sonstige freiberufliche, wissenschaftliche und technische Tätigkeiten',
      'veterinary-activities': 'Veterinärwesen',
      'administrative-and-support-service-activities':
        'Erbringung von sonstigen wirtschaftlichen Dienstleistungen',
      'rental-and-leasing-activities': 'Vermietung von beweglichen Sachen',
      'employment-activities': 'Vermittlung und Überlassung von Arbeitskräften',
      'travel-agency-tour-operator-and-other-reservation-service-and-related-activities':
        'Reisebüros, Reiseveranstalter und Erbringung sonstiger Reservierungsdienstleistungen',
      'security-and-investigation-activities': 'Wach- und Sicherheitsdienste sowie Detekteien',
      'services-to-buildings-and-landscape-activities': 'Gebäudebetreuung; Garten- und Landschaftsbau',
      'office-administrative-office-support-and-other-business-support-activities':
        'Erbringung von wirtschaftlichen Dienstleistungen für Unternehmen und Privatpersonen',
      'public-administration-and-defence-compulsory-social-security':
        'Öffentliche Verwaltung, Verteidigung; Sozialversicherung',
      'public-administration-and-defence-compulsory-social-security-division':
        'Öffentliche Verwaltung, Verteidigung; Sozialversicherung',
      education: 'Erziehung und Unterricht',
      'education-division': 'Erziehung und Unterricht',
      'human-health-and-social-work-activities': 'Gesundheits- und Sozialwesen',
      'human-health-activities': 'Gesundheitswesen',
      'residential-care-activities': 'Heime',
      'social-work-activities-without-accommodation': 'Sozialwesen ohne Heime',
      'arts-entertainment-and-recreation': 'Kunst, Unterhaltung und Erholung',
      'creative-arts-and-entertainment-activities': 'Kreative, künstlerische und unterhaltende Tätigkeiten',
      'libraries-archives-museums-and-other-cultural-activities':
        'Bibliotheken, Archive, Museen und andere kulturelle Tätigkeiten',
      'gambling-and-betting-activities': 'Spiel-, Wett- und Lotteriewesen',
      'sports-activities-and-amusement-and-recreation-activities':
        'Dienstleistungen des Sports, der Unterhaltung und der Erholung',
      'other-service-activities': 'Erbringung von sonstigen Dienstleistungen',
      'activities-of-membership-organisations':
        'Interessenvertretungen sowie kirchliche und sonstige religiöse Vereinigungen',
      'repair-of-computers-and-personal-and-household-goods':
        'Reparatur von Datenverarbeitungsgeräten und Gebrauchsgütern',
      'other-personal-service-activities':
        'Erbringung von sonstigen überwiegend persönlichen Dienstleistungen',
      'activities-of-households-as-employers-undifferentiated-goods-and-services-producing-activities-of-households-for-own-use':
        'Private Haushalte mit Hauspersonal; Herstellung von Waren und Dienstleistungen für den Eigenbedarf',
      'activities-of-households-as-employers-of-domestic-personnel': 'Private Haushalte mit Hauspersonal',
      'undifferentiated-goods-and-services-producing-activities-of-private-households-for-own-use':
        'Herstellung von Waren und Dienstleistungen durch private Haushalte für den Eigenbedarf',
      'activities-of-extraterritorial-organisations-and-bodies':
        'Exterritoriale Organisationen und Körperschaften',
      'activities-of-extraterritorial-organisations-and-bodies-division':
        'Exterritoriale Organisationen und Körperschaften',
    },
  },
};
