import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const standards: LanguageTexts = {
  'education-levels': {
    name: 'Niveaux d’études',
    description: 'Plus haut niveau d’études atteint, selon la CITE 2011.',
    values: {
      'early-childhood-education': 'Éducation de la petite enfance',
      'primary-education': 'Enseignement primaire',
      'lower-secondary-education': 'Premier cycle du secondaire',
      'upper-secondary-education': 'Deuxième cycle du secondaire',
      'post-secondary-non-tertiary-education': 'Postsecondaire non supérieur',
      'short-cycle-tertiary-education': 'Supérieur de cycle court',
      'bachelor-or-equivalent-level': 'Licence ou équivalent',
      'master-or-equivalent-level': 'Master ou équivalent',
      'doctoral-or-equivalent-level': 'Doctorat ou équivalent',
    },
  },
  occupations: {
    name: 'Professions',
    description: 'Ce que fait une personne : grands groupes et sous-grands groupes de la CITP-08.',
    values: {
      managers: 'Directeurs, cadres de direction et gérants',
      'chief-executives-senior-officials-and-legislators':
        'Directeurs généraux, cadres supérieurs et membres de l’exécutif et des corps législatifs',
      'administrative-and-commercial-managers': 'Directeurs de services administratifs et commerciaux',
      'production-and-specialized-services-managers':
        'Directeurs et cadres de direction, production et services spécialisés',
      'hospitality-retail-and-other-services-managers':
        'Directeurs et gérants, hôtellerie, restauration, commerce et autres services',
      professionals: 'Professions intellectuelles et scientifiques',
      'science-and-engineering-professionals': 'Spécialistes des sciences techniques',
      'health-professionals': 'Spécialistes de la santé',
      'teaching-professionals': 'Spécialistes de l’enseignement',
      'business-and-administration-professionals': 'Spécialistes en administration d’entreprises',
      'information-and-communications-technology-professionals':
        'Spécialistes des technologies de l’information et des communications',
      'legal-social-and-cultural-professionals':
        'Spécialistes de la justice, des sciences sociales et de la culture',
      'technicians-and-associate-professionals': 'Professions intermédiaires',
      'science-and-engineering-associate-professionals':
        'Professions intermédiaires des sciences et techniques',
      'health-associate-professionals': 'Professions intermédiaires de la santé',
      'business-and-administration-associate-professionals':
        'Professions intermédiaires, finance et administration',
      'legal-social-cultural-and-related-associate-professionals':
        'Professions intermédiaires des services juridiques, des services sociaux et assimilés',
      'information-and-communications-technicians': 'Techniciens de l’information et des communications',
      'clerical-support-workers': 'Employés de type administratif',
      'general-and-keyboard-clerks': 'Employés de bureau',
      'customer-services-clerks': 'Employés de réception, guichetiers et assimilés',
      'numerical-and-material-recording-clerks': 'Employés des services comptables et d’approvisionnement',
      'other-clerical-support-workers': 'Autres employés de type administratif',
      'service-and-sales-workers': 'Personnel des services directs aux particuliers, commerçants et vendeurs',
      'personal-service-workers': 'Personnel des services directs aux particuliers',
      'sales-workers': 'Commerçants et vendeurs',
      'personal-care-workers': 'Personnel soignant',
      'protective-services-workers': 'Personnel des services de protection et de sécurité',
      'skilled-agricultural-forestry-and-fishery-workers':
        'Agriculteurs et ouvriers qualifiés de l’agriculture, de la sylviculture et de la pêche',
      'market-oriented-skilled-agricultural-workers':
        'Agriculteurs et ouvriers qualifiés de l’agriculture commerciale',
      'market-oriented-skilled-forestry-fishery-and-hunting-workers':
        'Professions commerciales qualifiées de la sylviculture, de la pêche et de la chasse',
      'subsistence-farmers-fishers-hunters-and-gatherers':
        'Agriculteurs, pêcheurs, chasseurs et cueilleurs de subsistance',
      'craft-and-related-trades-workers': 'Métiers qualifiés de l’industrie et de l’artisanat',
      'building-and-related-trades-workers-excluding-electricians':
        'Métiers qualifiés du bâtiment et assimilés, sauf électriciens',
      'metal-machinery-and-related-trades-workers':
        'Métiers qualifiés de la métallurgie, de la construction mécanique et assimilés',
      'handicraft-and-printing-workers': 'Métiers qualifiés de l’artisanat et de l’imprimerie',
      'electrical-and-electronic-trades-workers': 'Métiers de l’électricité et de l’électrotechnique',
      'food-processing-wood-working-garment-and-other-craft-and-related-trades-workers':
        'Métiers de l’alimentation, du travail sur bois, de l’habillement et assimilés',
      'plant-and-machine-operators-and-assemblers':
        'Conducteurs d’installations et de machines, et ouvriers de l’assemblage',
      'stationary-plant-and-machine-operators': 'Conducteurs d’installations et de machines fixes',
      assemblers: 'Ouvriers de l’assemblage',
      'drivers-and-mobile-plant-operators':
        'Conducteurs de véhicules et d’engins lourds de levage et de manœuvre',
      'elementary-occupations': 'Professions élémentaires',
      'cleaners-and-helpers': 'Aides de ménage',
      'agricultural-forestry-and-fishery-labourers':
        'Manœuvres de l’agriculture, de la pêche et de la sylviculture',
      'labourers-in-mining-construction-manufacturing-and-transport':
        'Manœuvres des mines, du bâtiment, de l’industrie et des transports',
      'food-preparation-assistants': 'Assistants de fabrication de l’alimentation',
      'street-and-related-sales-and-service-workers':
        'Vendeurs ambulants et autres travailleurs des petits métiers des rues',
      'refuse-workers-and-other-elementary-workers': 'Éboueurs et autres travailleurs non qualifiés',
      'armed-forces-occupations': 'Professions militaires',
      'commissioned-armed-forces-officers': 'Officiers des forces armées',
      'non-commissioned-armed-forces-officers': 'Sous-officiers des forces armées',
      'armed-forces-occupations-other-ranks': 'Autres membres des forces armées',
    },
  },
  industries: {
    name: 'Secteurs d’activité',
    description: 'Ce que fait une organisation ou un employeur : sections et divisions de la NACE Rév. 2.',
    values: {
      'agriculture-forestry-and-fishing': 'Agriculture, sylviculture et pêche',
      'crop-and-animal-production-hunting-and-related-service-activities':
        'Culture et production animale, chasse et services annexes',
      'forestry-and-logging': 'Sylviculture et exploitation forestière',
      'fishing-and-aquaculture': 'Pêche et aquaculture',
      'mining-and-quarrying': 'Industries extractives',
      'mining-of-coal-and-lignite': 'Extraction de houille et de lignite',
      'extraction-of-crude-petroleum-and-natural-gas': 'Extraction d’hydrocarbures',
      'mining-of-metal-ores': 'Extraction de minerais métalliques',
      'other-mining-and-quarrying': 'Autres industries extractives',
      'mining-support-service-activities': 'Services de soutien aux industries extractives',
      manufacturing: 'Industrie manufacturière',
      'manufacture-of-food-products': 'Industries alimentaires',
      'manufacture-of-beverages': 'Fabrication de boissons',
      'manufacture-of-tobacco-products': 'Fabrication de produits à base de tabac',
      'manufacture-of-textiles': 'Fabrication de textiles',
      'manufacture-of-wearing-apparel': 'Industrie de l’habillement',
      'manufacture-of-leather-and-related-products': 'Industrie du cuir et de la chaussure',
      'manufacture-of-wood-and-of-products-of-wood-and-cork-except-furniture-manufacture-of-articles-of-straw-and-plaiting-materials':
        'Travail du bois et fabrication d’articles en bois et en liège, sauf meubles ; articles en vannerie et sparterie',
      'manufacture-of-paper-and-paper-products': 'Industrie du papier et du carton',
      'printing-and-reproduction-of-recorded-media': 'Imprimerie et reproduction d’enregistrements',
      'manufacture-of-coke-and-refined-petroleum-products': 'Cokéfaction et raffinage',
      'manufacture-of-chemicals-and-chemical-products': 'Industrie chimique',
      'manufacture-of-basic-pharmaceutical-products-and-pharmaceutical-preparations':
        'Industrie pharmaceutique',
      'manufacture-of-rubber-and-plastic-products': 'Fabrication de produits en caoutchouc et en plastique',
      'manufacture-of-other-non-metallic-mineral-products':
        'Fabrication d’autres produits minéraux non métalliques',
      'manufacture-of-basic-metals': 'Métallurgie',
      'manufacture-of-fabricated-metal-products-except-machinery-and-equipment':
        'Fabrication de produits métalliques, sauf machines et équipements',
      'manufacture-of-computer-electronic-and-optical-products':
        'Fabrication de produits informatiques, électroniques et optiques',
      'manufacture-of-electrical-equipment': 'Fabrication d’équipements électriques',
      'manufacture-of-machinery-and-equipment-n-e-c':
        'Fabrication de machines et équipements non classés ailleurs',
      'manufacture-of-motor-vehicles-trailers-and-semi-trailers': 'Industrie automobile',
      'manufacture-of-other-transport-equipment': 'Fabrication d’autres matériels de transport',
      'manufacture-of-furniture': 'Fabrication de meubles',
      'other-manufacturing': 'Autres industries manufacturières',
      'repair-and-installation-of-machinery-and-equipment':
        'Réparation et installation de machines et d’équipements',
      'electricity-gas-steam-and-air-conditioning-supply':
        'Production et distribution d’électricité, de gaz, de vapeur et d’air conditionné',
      'electricity-gas-steam-and-air-conditioning-supply-division':
        'Production et distribution d’électricité, de gaz, de vapeur et d’air conditionné',
      'water-supply-sewerage-waste-management-and-remediation-activities':
        'Production et distribution d’eau ; assainissement, gestion des déchets et dépollution',
      'water-collection-treatment-and-supply': 'Captage, traitement et distribution d’eau',
      sewerage: 'Collecte et traitement des eaux usées',
      'waste-collection-treatment-and-disposal-activities-materials-recovery':
        'Collecte, traitement et élimination des déchets ; récupération',
      'remediation-activities-and-other-waste-management-services':
        'Dépollution et autres services de gestion des déchets',
      construction: 'Construction',
      'construction-of-buildings': 'Construction de bâtiments',
      'civil-engineering': 'Génie civil',
      'specialised-construction-activities': 'Travaux de construction spécialisés',
      'wholesale-and-retail-trade-repair-of-motor-vehicles-and-motorcycles':
        'Commerce ; réparation d’automobiles et de motocycles',
      'wholesale-and-retail-trade-and-repair-of-motor-vehicles-and-motorcycles':
        'Commerce et réparation d’automobiles et de motocycles',
      'wholesale-trade-except-of-motor-vehicles-and-motorcycles':
        'Commerce de gros, sauf automobiles et motocycles',
      'retail-trade-except-of-motor-vehicles-and-motorcycles':
        'Commerce de détail, sauf automobiles et motocycles',
      'transportation-and-storage': 'Transports et entreposage',
      'land-transport-and-transport-via-pipelines': 'Transports terrestres et transport par conduites',
      'water-transport': 'Transports par eau',
      'air-transport': 'Transports aériens',
      'warehousing-and-support-activities-for-transportation':
        'Entreposage et services auxiliaires des transports',
      'postal-and-courier-activities': 'Activités de poste et de courrier',
      'accommodation-and-food-service-activities': 'Hébergement et restauration',
      accommodation: 'Hébergement',
      'food-and-beverage-service-activities': 'Restauration',
      'information-and-communication': 'Information et communication',
      'publishing-activities': 'Édition',
      'motion-picture-video-and-television-programme-production-sound-recording-and-music-publishing-activities':
        'Production de films, de vidéos et de programmes de télévision ; enregistrement sonore et édition musicale',
      'programming-and-broadcasting-activities': 'Programmation et diffusion',
      telecommunications: 'Télécommunications',
      'computer-programming-consultancy-and-related-activities':
        'Programmation, conseil et autres activités informatiques',
      'information-service-activities': 'Services d’information',
      'financial-and-insurance-activities': 'Activités financières et d’assurance',
      'financial-service-activities-except-insurance-and-pension-funding':
        'Services financiers, sauf assurance et caisses de retraite',
      'insurance-reinsurance-and-pension-funding-except-compulsory-social-security':
        'Assurance, réassurance et caisses de retraite, sauf sécurité sociale obligatoire',
      'activities-auxiliary-to-financial-services-and-insurance-activities':
        'Activités auxiliaires de services financiers et d’assurance',
      'real-estate-activities': 'Activités immobilières',
      'real-estate-activities-division': 'Activités immobilières',
      'professional-scientific-and-technical-activities':
        'Activités spécialisées, scientifiques et techniques',
      'legal-and-accounting-activities': 'Activités juridiques et comptables',
      'activities-of-head-offices-management-consultancy-activities':
        'Activités des sièges sociaux ; conseil de gestion',
      'architectural-and-engineering-activities-technical-testing-and-analysis':
        'Architecture et ingénierie ; contrôle et analyses techniques',
      'scientific-research-and-development': 'Recherche et développement scientifique',
      'advertising-and-market-research': 'Publicité et études de marché',
      'other-professional-scientific-and-technical-activities':
        'Autres activités spécialisées, scientifiques et techniques',
      'veterinary-activities': 'Activités vétérinaires',
      'administrative-and-support-service-activities': 'Activités de services administratifs et de soutien',
      'rental-and-leasing-activities': 'Location et location-bail',
      'employment-activities': 'Activités liées à l’emploi',
      'travel-agency-tour-operator-and-other-reservation-service-and-related-activities':
        'Agences de voyage, voyagistes, services de réservation et activités connexes',
      'security-and-investigation-activities': 'Enquêtes et sécurité',
      'services-to-buildings-and-landscape-activities':
        'Services relatifs aux bâtiments et aménagement paysager',
      'office-administrative-office-support-and-other-business-support-activities':
        'Activités administratives et autres soutiens aux entreprises',
      'public-administration-and-defence-compulsory-social-security':
        'Administration publique et défense ; sécurité sociale obligatoire',
      'public-administration-and-defence-compulsory-social-security-division':
        'Administration publique et défense ; sécurité sociale obligatoire',
      education: 'Enseignement',
      'education-division': 'Enseignement',
      'human-health-and-social-work-activities': 'Santé humaine et action sociale',
      'human-health-activities': 'Activités pour la santé humaine',
      'residential-care-activities': 'Hébergement médico-social et social',
      'social-work-activities-without-accommodation': 'Action sociale sans hébergement',
      'arts-entertainment-and-recreation': 'Arts, spectacles et activités récréatives',
      'creative-arts-and-entertainment-activities': 'Activités créatives, artistiques et de spectacle',
      'libraries-archives-museums-and-other-cultural-activities':
        'Bibliothèques, archives, musées et autres activités culturelles',
      'gambling-and-betting-activities': 'Jeux de hasard et d’argent',
      'sports-activities-and-amusement-and-recreation-activities':
        'Activités sportives, récréatives et de loisirs',
      'other-service-activities': 'Autres activités de services',
      'activities-of-membership-organisations': 'Activités des organisations associatives',
      'repair-of-computers-and-personal-and-household-goods':
        'Réparation d’ordinateurs et de biens personnels et domestiques',
      'other-personal-service-activities': 'Autres services personnels',
      'activities-of-households-as-employers-undifferentiated-goods-and-services-producing-activities-of-households-for-own-use':
        'Activités des ménages comme employeurs ; production de biens et services par les ménages pour leur propre usage',
      'activities-of-households-as-employers-of-domestic-personnel':
        'Activités des ménages comme employeurs de personnel domestique',
      'undifferentiated-goods-and-services-producing-activities-of-private-households-for-own-use':
        'Production de biens et services par les ménages pour leur propre usage',
      'activities-of-extraterritorial-organisations-and-bodies': 'Activités extraterritoriales',
      'activities-of-extraterritorial-organisations-and-bodies-division':
        'Activités des organisations et organismes extraterritoriaux',
    },
  },
};
