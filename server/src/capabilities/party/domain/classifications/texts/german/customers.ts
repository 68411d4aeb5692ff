import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const customers: LanguageTexts = {
  'party-relationship-kinds': {
    name: 'Arten von Beziehungen',
    description: 'Art der Beziehung zwischen zwei Parteien.',
    values: {
      kinship: 'Familie.',
      ownership: 'Eine gehört ganz oder teilweise der anderen.',
      mandate: 'Eine handelt für die andere.',
      work: 'Eine arbeitet für die andere.',
    },
  },
  'party-relationship-roles': {
    name: 'Rollen in Beziehungen',
    description: 'Rolle einer Partei gegenüber einer anderen.',
    values: {
      spouse: 'Ehefrau, Ehemann oder Partner.',
      parent: 'Vater oder Mutter.',
      child: 'Sohn oder Tochter.',
      sibling: 'Bruder oder Schwester.',
      kin: 'Eine andere verwandte Person.',
      investor: 'Besitzt die andere.',
      investee: 'Gehört der anderen.',
      proxy: 'Handelt für die andere.',
      principal: 'Wird von der anderen vertreten.',
      employee: 'Arbeitet für die andere.',
      employer: 'Die andere arbeitet für sie.',
    },
  },
  'customer-sectors': {
    name: 'Kundensektoren',
    description: 'Institutionelle Sektoren des ESVG 2010.',
    values: {
      households: 'Private Haushalte.',
      'non-financial-corporations':
        'Kapitalgesellschaften, die Waren und nichtfinanzielle Dienste herstellen.',
      'financial-corporations': 'Banken, Versicherungen, Fonds und andere finanzielle Kapitalgesellschaften.',
      'general-government': 'Bund, Länder, Gemeinden und Sozialversicherung.',
      'non-profit-institutions': 'Organisationen ohne Erwerbszweck, die privaten Haushalten dienen.',
      'rest-of-world': 'Einheiten, die nicht im Inland ansässig sind.',
    },
  },
  'customer-segments': {
    name: 'Kundensegmente',
    description: 'Gruppen, welche die Bank unterschiedlich betreut.',
    values: {
      mass: 'Die meisten Privatpersonen.',
      affluent: 'Privatpersonen mit mehr Einkommen oder Vermögen als die meisten.',
      'private-banking': 'Privatpersonen mit großem Vermögen.',
      youth: 'Junge Menschen.',
      senior: 'Ältere Menschen.',
      staff: 'Menschen, die für die Bank arbeiten.',
      micro: 'Die kleinsten Unternehmen.',
      sme: 'Kleine und mittlere Unternehmen.',
      corporate: 'Große Unternehmen.',
      'public-sector': 'Öffentliche Stellen.',
      'non-profit': 'Organisationen, die keinen Gewinn anstreben.',
    },
  },
  'organization-sizes': {
    name: 'Unternehmensgrößen',
    description: 'Größe eines Unternehmens nach der Empfehlung 2003/361/EG.',
    values: {
      micro: 'Weniger als 10 Personen, und Umsatz oder Bilanzsumme bis 2 Millionen Euro.',
      small: 'Weniger als 50 Personen, und Umsatz oder Bilanzsumme bis 10 Millionen Euro.',
      medium: 'Weniger als 250 Personen, und Umsatz bis 50 Millionen oder Bilanzsumme bis 43 Millionen Euro.',
      large: 'Größer als mittel.',
    },
  },
  'ownership-kinds': {
    name: 'Arten von Eigentum',
    description: 'Wem eine Organisation gehört.',
    values: {
      private: 'Privaten Eigentümern.',
      state: 'Dem Staat oder einer anderen öffentlichen Stelle.',
      mixed: 'Privaten und öffentlichen Eigentümern.',
      cooperative: 'Den Mitgliedern einer Genossenschaft.',
      social: 'Der Gesellschaft insgesamt.',
    },
  },
  'control-kinds': {
    name: 'Arten der Kontrolle',
    description: 'Womit ein Eigentümer eine Organisation kontrolliert.',
    values: {
      shares: 'Anteile am Kapital.',
      votes: 'Stimmrechte.',
      other: 'Andere Mittel.',
    },
  },
  'legal-structures': {
    name: 'Rechtsformen',
    description: 'Familien der Rechtsformen nach ISO 20275.',
    values: {
      'sole-proprietor': 'Eine Person, die im eigenen Namen ein Gewerbe betreibt.',
      'general-partnership': 'Gesellschafter, die alle unbeschränkt haften.',
      'limited-partnership': 'Gesellschafter, von denen manche nur mit ihrer Einlage haften.',
      'private-limited':
        'Gesellschaft mit beschränkter Haftung, deren Anteile nicht öffentlich angeboten werden.',
      'public-limited':
        'Gesellschaft mit beschränkter Haftung, deren Anteile öffentlich angeboten werden können.',
      'cooperative-society': 'Gesellschaft, die ihren Mitgliedern dient.',
      association: 'Menschen, die sich zu einem Zweck verbunden haben, mit oder ohne Rechtspersönlichkeit.',
      foundation: 'Vermögen, das einem Zweck gewidmet ist.',
      'public-body': 'Staat, Gemeinde oder eine andere Stelle des öffentlichen Rechts.',
      branch: 'Teil einer Organisation an einem anderen Ort, ohne Rechtspersönlichkeit.',
      other: 'Eine andere Form.',
    },
  },
  'organization-purposes': {
    name: 'Zwecke von Organisationen',
    description: 'Zweck einer Organisation.',
    values: {
      commercial: 'Geld für ihre Eigentümer zu verdienen.',
      'mutual-benefit': 'Ihren Mitgliedern zu dienen.',
      charitable: 'Anderen Gutes zu tun.',
      'public-administration': 'Zu verwalten und der Allgemeinheit zu dienen.',
      religious: 'Eine Religion auszuüben.',
      political: 'Sich an der Politik zu beteiligen.',
      other: 'Ein anderer Zweck.',
    },
  },
};
