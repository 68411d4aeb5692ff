import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const customers: LanguageTexts = {
  'party-relationship-kinds': {
    name: 'Soorten relaties',
    description: 'Soort relatie tussen twee partijen.',
    values: {
      kinship: 'Familie.',
      ownership: 'De ene bezit de andere, geheel of gedeeltelijk.',
      mandate: 'De ene handelt voor de andere.',
      work: 'De ene werkt voor de andere.',
    },
  },
  'party-relationship-roles': {
    name: 'Rollen in relaties',
    description: 'Rol van een partij tegenover een andere.',
    values: {
      spouse: 'Echtgenoot, echtgenote of partner.',
      parent: 'Vader of moeder.',
      child: 'Zoon of dochter.',
      sibling: 'Broer of zus.',
      kin: 'Een ander familielid.',
      investor: 'Bezit de andere.',
      investee: 'Is eigendom van de andere.',
      proxy: 'Handelt voor de andere.',
      principal: 'Wordt door de andere vertegenwoordigd.',
      employee: 'Werkt voor de andere.',
      employer: 'De andere werkt ervoor.',
    },
  },
  'customer-sectors': {
    name: 'Klantsectoren',
    description: 'Institutionele sectoren van het ESR 2010.',
    values: {
      households: 'Huishoudens.',
      'non-financial-corporations': 'Vennootschappen die goederen en niet-financiële diensten leveren.',
      'financial-corporations': 'Banken, verzekeraars, fondsen en andere financiële vennootschappen.',
      'general-government': 'Centrale, regionale en lokale overheid en sociale zekerheid.',
      'non-profit-institutions': 'Instellingen zonder winstoogmerk ten behoeve van huishoudens.',
      'rest-of-world': 'Eenheden die niet ingezeten zijn.',
    },
  },
  'customer-segments': {
    name: 'Klantsegmenten',
    description: 'Groepen die de bank verschillend bedient.',
    values: {
      mass: 'De meeste particulieren.',
      affluent: 'Particulieren met meer inkomen of vermogen dan de meesten.',
      'private-banking': 'Particulieren met een groot vermogen.',
      youth: 'Jongeren.',
      senior: 'Ouderen.',
      staff: 'Mensen die voor de bank werken.',
      micro: 'De kleinste ondernemingen.',
      sme: 'Kleine en middelgrote ondernemingen.',
      corporate: 'Grote ondernemingen.',
      'public-sector': 'Publieke instellingen.',
      'non-profit': 'Organisaties zonder winstoogmerk.',
    },
  },
  'organization-sizes': {
    name: 'Grootten van ondernemingen',
    description: 'Grootte van een onderneming volgens Aanbeveling 2003/361/EG.',
    values: {
      micro: 'Minder dan 10 personen, en omzet of balanstotaal tot 2 miljoen euro.',
      small: 'Minder dan 50 personen, en omzet of balanstotaal tot 10 miljoen euro.',
      medium: 'Minder dan 250 personen, en omzet tot 50 miljoen of balanstotaal tot 43 miljoen euro.',
      large: 'Groter dan middelgroot.',
    },
  },
  'ownership-kinds': {
    name: 'Soorten eigendom',
    description: 'Van wie een organisatie is.',
    values: {
      private: 'Van particuliere eigenaren.',
      state: 'Van de staat of een andere publieke instelling.',
      mixed: 'Van particuliere en publieke eigenaren.',
      cooperative: 'Van de leden van een coöperatie.',
      social: 'Van de samenleving als geheel.',
    },
  },
  'control-kinds': {
    name: 'Soorten zeggenschap',
    description: 'Waarmee een eigenaar zeggenschap over een organisatie heeft.',
    values: {
      shares: 'Aandelen in het kapitaal.',
      votes: 'Stemrechten.',
      other: 'Andere middelen.',
    },
  },
  'legal-structures': {
    name: 'Rechtsvormen',
    description: 'Families van rechtsvormen volgens ISO 20275.',
    values: {
      'sole-proprietor': 'Eén persoon die onder eigen naam onderneemt.',
      'general-partnership': 'Vennoten die allen volledig aansprakelijk zijn.',
      'limited-partnership': 'Vennoten van wie sommigen alleen met hun inbreng aansprakelijk zijn.',
      'private-limited':
        'Vennootschap met beperkte aansprakelijkheid waarvan de aandelen niet aan het publiek worden aangeboden.',
      'public-limited':
        'Vennootschap met beperkte aansprakelijkheid waarvan de aandelen aan het publiek kunnen worden aangeboden.',
      'cooperative-society': 'Vennootschap die haar leden dient.',
      association: 'Mensen verenigd voor een doel, met of zonder rechtspersoonlijkheid.',
      foundation: 'Vermogen dat voor een doel bestemd is.',
      'public-body': 'Staat, gemeente of een andere instelling van publiek recht.',
      branch: 'Deel van een organisatie elders, zonder rechtspersoonlijkheid.',
      other: 'Een andere vorm.',
    },
  },
  'organization-purposes': {
    name: 'Doelen van organisaties',
    description: 'Doel van een organisatie.',
    values: {
      commercial: 'Geld verdienen voor de eigenaren.',
      'mutual-benefit': 'De leden dienen.',
      charitable: 'Goed doen voor anderen.',
      'public-administration': 'Besturen en het publiek dienen.',
      religious: 'Een godsdienst uitoefenen.',
      political: 'Deelnemen aan de politiek.',
      other: 'Een ander doel.',
    },
  },
};
