import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const standards: LanguageTexts = {
  'education-levels': {
    name: 'Opleidingsniveaus',
    description: 'Hoogste bereikte opleidingsniveau volgens ISCED 2011.',
    values: {
      'early-childhood-education': 'Onderwijs voor jonge kinderen',
      'primary-education': 'Basisonderwijs',
      'lower-secondary-education': 'Lager secundair onderwijs',
      'upper-secondary-education': 'Hoger secundair onderwijs',
      'post-secondary-non-tertiary-education': 'Postsecundair niet-tertiair onderwijs',
      'short-cycle-tertiary-education': 'Kort tertiair onderwijs',
      'bachelor-or-equivalent-level': 'Bachelor of gelijkwaardig',
      'master-or-equivalent-level': 'Master of gelijkwaardig',
      'doctoral-or-equivalent-level': 'Doctoraat of gelijkwaardig',
    },
  },
  occupations: {
    name: 'Beroepen',
    description: 'Wat een persoon doet: hoofdgroepen en ondergroepen van ISCO-08.',
    values: {
      managers: 'Managers',
      'chief-executives-senior-officials-and-legislators':
        'Directeurs, hoge ambtenaren en leden van wetgevende organen',
      'administrative-and-commercial-managers': 'Managers op administratief en commercieel gebied',
      'production-and-specialized-services-managers': 'Managers in de productie en gespecialiseerde diensten',
      'hospitality-retail-and-other-services-managers': 'Managers in horeca, handel en andere diensten',
      professionals: 'Intellectuele, wetenschappelijke en artistieke beroepen',
      'science-and-engineering-professionals': 'Wetenschappers en ingenieurs',
      'health-professionals': 'Specialisten in de gezondheidszorg',
      'teaching-professionals': 'Onderwijsgevenden',
      'business-and-administration-professionals': 'Specialisten in bedrijfsbeheer en administratie',
      'information-and-communications-technology-professionals':
        'Specialisten in informatie- en communicatietechnologie',
      'legal-social-and-cultural-professionals':
        'Juristen, sociale wetenschappers en specialisten in cultuur',
      'technicians-and-associate-professionals': 'Technici en vakspecialisten',
      'science-and-engineering-associate-professionals': 'Technici in wetenschap en techniek',
      'health-associate-professionals': 'Vakspecialisten in de gezondheidszorg',
      'business-and-administration-associate-professionals':
        'Vakspecialisten in bedrijfsbeheer en administratie',
      'legal-social-cultural-and-related-associate-professionals':
        'Vakspecialisten op juridisch, sociaal, cultureel en verwant gebied',
      'information-and-communications-technicians': 'Technici in informatie en communicatie',
      'clerical-support-workers': 'Administratief personeel',
      'general-and-keyboard-clerks': 'Algemeen administratieve medewerkers en typisten',
      'customer-services-clerks': 'Medewerkers klantenservice',
      'numerical-and-material-recording-clerks': 'Boekhoudkundige en voorraadadministratieve medewerkers',
      'other-clerical-support-workers': 'Overig administratief personeel',
      'service-and-sales-workers': 'Dienstverlenend personeel en verkopers',
      'personal-service-workers': 'Medewerkers persoonlijke dienstverlening',
      'sales-workers': 'Verkopers',
      'personal-care-workers': 'Verzorgend personeel',
      'protective-services-workers': 'Medewerkers veiligheid en bescherming',
      'skilled-agricultural-forestry-and-fishery-workers': 'Geschoolde landbouwers, bosbouwers en vissers',
      'market-oriented-skilled-agricultural-workers': 'Landbouwers voor de markt',
      'market-oriented-skilled-forestry-fishery-and-hunting-workers':
        'Bosbouwers, vissers en jagers voor de markt',
      'subsistence-farmers-fishers-hunters-and-gatherers':
        'Landbouwers, vissers, jagers en verzamelaars voor eigen gebruik',
      'craft-and-related-trades-workers': 'Ambachtslieden',
      'building-and-related-trades-workers-excluding-electricians':
        'Bouwvakkers en verwante beroepen, zonder elektriciens',
      'metal-machinery-and-related-trades-workers': 'Metaalarbeiders, machinemonteurs en verwante beroepen',
      'handicraft-and-printing-workers': 'Ambachtslieden en drukkers',
      'electrical-and-electronic-trades-workers': 'Elektriciens en elektronicamonteurs',
      'food-processing-wood-working-garment-and-other-craft-and-related-trades-workers':
        'Beroepen in voedselverwerking, houtbewerking, kleding en verwante ambachten',
      'plant-and-machine-operators-and-assemblers': 'Bedieners van machines en installaties, en assembleurs',
      'stationary-plant-and-machine-operators': 'Bedieners van vaste machines en installaties',
      assemblers: 'Assembleurs',
      'drivers-and-mobile-plant-operators':
        'Bestuurders van voertuigen en bedieners van mobiele installaties',
      'elementary-occupations': 'Elementaire beroepen',
      'cleaners-and-helpers': 'Schoonmakers en huishoudelijke hulpen',
      'agricultural-forestry-and-fishery-labourers':
        'Ongeschoolde arbeiders in landbouw, bosbouw en visserij',
      'labourers-in-mining-construction-manufacturing-and-transport':
        'Ongeschoolde arbeiders in mijnbouw, bouw, industrie en vervoer',
      'food-preparation-assistants': 'Assistenten bij de bereiding van voedsel',
      'street-and-related-sales-and-service-workers': 'Straatverkopers en andere straatberoepen',
      'refuse-workers-and-other-elementary-workers': 'Vuilnisophalers en andere elementaire beroepen',
      'armed-forces-occupations': 'Beroepen bij de strijdkrachten',
      'commissioned-armed-forces-officers': 'Officieren',
      'non-commissioned-armed-forces-officers': 'Onderofficieren',
      'armed-forces-occupations-other-ranks': 'Andere rangen bij de strijdkrachten',
    },
  },
  industries: {
    name: 'Bedrijfstakken',
    description: 'Wat een organisatie of werkgever doet: secties en afdelingen van NACE Rev. 2.',
    values: {
      'agriculture-forestry-and-fishing': 'Landbouw, bosbouw en visserij',
      'crop-and-animal-production-hunting-and-related-service-activities':
        'Landbouw, jacht en diensten in verband hiermee',
      'forestry-and-logging': 'Bosbouw en houtwinning',
      'fishing-and-aquaculture': 'Visserij en aquacultuur',
      'mining-and-quarrying': 'Winning van delfstoffen',
      'mining-of-coal-and-lignite': 'Winning van steenkool en bruinkool',
      'extraction-of-crude-petroleum-and-natural-gas': 'Winning van aardolie en aardgas',
      'mining-of-metal-ores': 'Winning van metaalertsen',
      'other-mining-and-quarrying': 'Overige winning van delfstoffen',
      'mining-support-service-activities': 'Ondersteunende diensten voor de winning van delfstoffen',
      manufacturing: 'Industrie',
      'manufacture-of-food-products': 'Vervaardiging van voedingsmiddelen',
      'manufacture-of-beverages': 'Vervaardiging van dranken',
      'manufacture-of-tobacco-products': 'Vervaardiging van tabaksproducten',
      'manufacture-of-textiles': 'Vervaardiging van textiel',
      'manufacture-of-wearing-apparel': 'Vervaardiging van kleding',
      'manufacture-of-leather-and-related-products': 'Vervaardiging van leer en producten van leer',
      'manufacture-of-wood-and-of-products-of-wood-and-cork-except-furniture-manufacture-of-articles-of-straw-and-plaiting-materials':
        'Houtindustrie en vervaardiging van artikelen van hout en kurk, zonder meubelen; vlechtwerk',
      'manufacture-of-paper-and-paper-products': 'Vervaardiging van papier en papierwaren',
      'printing-and-reproduction-of-recorded-media': 'Drukkerijen en reproductie van opgenomen media',
      'manufacture-of-coke-and-refined-petroleum-products':
        'Vervaardiging van cokes en geraffineerde aardolieproducten',
      'manufacture-of-chemicals-and-chemical-products': 'Vervaardiging van chemische producten',
      'manufacture-of-basic-pharmaceutical-products-and-pharmaceutical-preparations':
        'Vervaardiging van farmaceutische grondstoffen en producten',
      'manufacture-of-rubber-and-plastic-products': 'Vervaardiging van producten van rubber en kunststof',
      'manufacture-of-other-non-metallic-mineral-products':
        'Vervaardiging van andere niet-metaalhoudende minerale producten',
      'manufacture-of-basic-metals': 'Vervaardiging van metalen in primaire vorm',
      'manufacture-of-fabricated-metal-products-except-machinery-and-equipment':
        'Vervaardiging van producten van metaal, zonder machines en apparaten',
      'manufacture-of-computer-electronic-and-optical-products':
        'Vervaardiging van computers en van elektronische en optische producten',
      'manufacture-of-electrical-equipment': 'Vervaardiging van elektrische apparatuur',
      'manufacture-of-machinery-and-equipment-n-e-c': 'Vervaardiging van overige machines en apparaten',
      'manufacture-of-motor-vehicles-trailers-and-semi-trailers':
        'Vervaardiging van motorvoertuigen, aanhangwagens en opleggers',
      'manufacture-of-other-transport-equipment': 'Vervaardiging van andere transportmiddelen',
      'manufacture-of-furniture': 'Vervaardiging van meubelen',
      'other-manufacturing': 'Overige industrie',
      'repair-and-installation-of-machinery-and-equipment':
        'Reparatie en installatie van machines en apparaten',
      'electricity-gas-steam-and-air-conditioning-supply':
        'Productie en distributie van elektriciteit, gas, stoom en gekoelde lucht',
      'electricity-gas-steam-and-air-conditioning-supply-division':
        'Productie en distributie van elektriciteit, gas, stoom en gekoelde lucht',
      'water-supply-sewerage-waste-management-and-remediation-activities':
        'Distributie van water; afval- en afvalwaterbeheer en sanering',
      'water-collection-treatment-and-supply': 'Winning, behandeling en distributie van water',
      sewerage: 'Afvalwaterafvoer',
      'waste-collection-treatment-and-disposal-activities-materials-recovery':
        'Inzameling, verwerking en verwijdering van afval; terugwinning',
      'remediation-activities-and-other-waste-management-services': 'Sanering en ander afvalbeheer',
      construction: 'Bouwnijverheid',
      'construction-of-buildings': 'Bouw van gebouwen',
      'civil-engineering': 'Weg- en waterbouw',
      'specialised-construction-activities': 'Gespecialiseerde bouwwerkzaamheden',
      'wholesale-and-retail-trade-repair-of-motor-vehicles-and-motorcycles':
        'Groot- en detailhandel; reparatie van auto’s en motorfietsen',
      'wholesale-and-retail-trade-and-repair-of-motor-vehicles-and-motorcycles':
        'Handel in en reparatie van auto’s en motorfietsen',
      'wholesale-trade-except-of-motor-vehicles-and-motorcycles':
        'Groothandel, zonder auto’s en motorfietsen',
      'retail-trade-except-of-motor-vehicles-and-motorcycles': 'Detailhandel, zonder auto’s en motorfietsen',
      'transportation-and-storage': 'Vervoer en opslag',
      'land-transport-and-transport-via-pipelines': 'Vervoer te land en via pijpleidingen',
      'water-transport': 'Vervoer over water',
      'air-transport': 'Luchtvaart',
      'warehousing-and-support-activities-for-transportation': 'Opslag en vervoerondersteunende activiteiten',
      'postal-and-courier-activities': 'Post- en koeriersdiensten',
      'accommodation-and-food-service-activities': 'Verschaffen van accommodatie en maaltijden',
      accommodation: 'Verschaffen van accommodatie',
      'food-and-beverage-service-activities': 'Eet- en drinkgelegenheden',
      'information-and-communication': 'Informatie en communicatie',
      'publishing-activities': 'Uitgeverijen',
      'motion-picture-video-and-television-programme-production-sound-recording-and-music-publishing-activities':
        'Productie van films, video’s en televisieprogramma’s; maken van geluidsopnamen en uitgeven van muziek',
      'programming-and-broadcasting-activities':
        'Programmeren en uitzenden van radio- en televisieprogramma’s',
      telecommunications: 'Telecommunicatie',
      'computer-programming-consultancy-and-related-activities':
        'Computerprogrammering, advies en aanverwante activiteiten',
      'information-service-activities': 'Dienstverlening op het gebied van informatie',
      'financial-and-insurance-activities': 'Financiële activiteiten en verzekeringen',
      'financial-service-activities-except-insurance-and-pension-funding':
        'Financiële dienstverlening, zonder verzekeringen en pensioenfondsen',
      'insurance-reinsurance-and-pension-funding-except-compulsory-social-security':
        'Verzekeringen, herverzekeringen en pensioenfondsen, zonder verplichte sociale verzekeringen',
      'activities-auxiliary-to-financial-services-and-insurance-activities':
        'Ondersteunende activiteiten voor financiële diensten en verzekeringen',
      'real-estate-activities': 'Exploitatie van en handel in onroerend goed',
      'real-estate-activities-division': 'Exploitatie van en handel in onroerend goed',
      'professional-scientific-and-technical-activities':
        'Vrije beroepen en wetenschappelijke en technische activiteiten',
      'legal-and-accounting-activities': 'Rechtskundige en boekhoudkundige dienstverlening',
      'activities-of-head-offices-management-consultancy-activities':
        'Activiteiten van hoofdkantoren; advies op het gebied van bedrijfsbeheer',
      'architectural-and-engineering-activities-technical-testing-and-analysis':
        'Architecten en ingenieurs; technische testen en analyses',
      'scientific-research-and-development': 'Speur- en ontwikkelingswerk op wetenschappelijk gebied',
      'advertising-and-market-research': 'Reclamewezen en marktonderzoek',
      'other-professional-scientific-and-technical-activities':
        'Overige gespecialiseerde wetenschappelijke en technische activiteiten',
      'veterinary-activities': 'Veterinaire diensten',
      'administrative-and-support-service-activities': 'Administratieve en ondersteunende diensten',
      'rental-and-leasing-activities': 'Verhuur en lease',
      'employment-activities': 'Arbeidsbemiddeling en terbeschikkingstelling van personeel',
      'travel-agency-tour-operator-and-other-reservation-service-and-related-activities':
        'Reisbureaus, reisorganisatoren, reserveringsbureaus en aanverwante activiteiten',
      'security-and-investigation-activities': 'Beveiligings- en opsporingsdiensten',
      'services-to-buildings-and-landscape-activities': 'Diensten voor gebouwen; landschapsverzorging',
      'office-administrative-office-support-and-other-business-support-activities':
        'Administratieve en ondersteunende activiteiten voor bedrijven',
      'public-administration-and-defence-compulsory-social-security':
        'Openbaar bestuur en defensie; verplichte sociale verzekeringen',
      'public-administration-and-defence-compulsory-social-security-division':
        'Openbaar bestuur en defensie; verplichte sociale verzekeringen',
      education: 'Onderwijs',
      'education-division': 'Onderwijs',
      'human-health-and-social-work-activities': 'Gezondheidszorg en maatschappelijke dienstverlening',
      'human-health-activities': 'Gezondheidszorg',
      'residential-care-activities': 'Maatschappelijke dienstverlening met huisvesting',
      'social-work-activities-without-accommodation': 'Maatschappelijke dienstverlening zonder huisvesting',
      'arts-entertainment-and-recreation': 'Kunst, amusement en recreatie',
      'creative-arts-and-entertainment-activities': 'Creatieve activiteiten, kunst en amusement',
      'libraries-archives-museums-and-other-cultural-activities':
        'Bibliotheken, archieven, musea en andere culturele activiteiten',
      'gambling-and-betting-activities': 'Loterijen en kansspelen',
      'sports-activities-and-amusement-and-recreation-activities': 'Sport, ontspanning en recreatie',
      'other-service-activities': 'Overige diensten',
      'activities-of-membership-organisations': 'Verenigingen',
      'repair-of-computers-and-personal-and-household-goods':
        'Reparatie van computers en consumentenartikelen',
      'other-personal-service-activities': 'Overige persoonlijke diensten',
      'activities-of-households-as-employers-undifferentiated-goods-and-services-producing-activities-of-households-for-own-use':
        'Huishoudens als werkgever; productie van goederen en diensten door huishoudens voor eigen gebruik',
      'activities-of-households-as-employers-of-domestic-personnel':
        'Huishoudens als werkgever van huishoudelijk personeel',
      'undifferentiated-goods-and-services-producing-activities-of-private-households-for-own-use':
        'Productie van goederen en diensten door huishoudens voor eigen gebruik',
      'activities-of-extraterritorial-organisations-and-bodies': 'Extraterritoriale organisaties en lichamen',
      'activities-of-extraterritorial-organisations-and-bodies-division':
        'Extraterritoriale organisaties en lichamen',
    },
  },
};
