import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const people: LanguageTexts = {
  'party-kinds': {
    name: 'Types de parties',
    description: 'Ce qu’est une partie.',
    values: {
      individual: 'Une personne physique.',
      organization: 'Une organisation.',
    },
  },
  'customer-statuses': {
    name: 'Statuts de client',
    description: 'Relation d’une partie avec la banque.',
    values: {
      potential: 'Connue et pas encore contactée.',
      prospective: 'Contactée, ou en train de faire une demande.',
      active: 'Utilise un produit.',
      dormant: 'A des produits et ne les utilise pas.',
      former: 'N’a plus de produit ouvert.',
      declined: 'La partie a refusé.',
      rejected: 'La banque a refusé la partie.',
    },
  },
  'identification-kinds': {
    name: 'Types de numéros d’identification',
    description: 'Ce qu’est un numéro d’identification.',
    values: {
      'registration-number': 'Numéro dans un registre d’organisations.',
      'tax-id-number': 'Numéro attribué par une administration fiscale.',
      'personal-id-number': 'Numéro d’une personne dans le registre de la population.',
      'identity-card-number': 'Numéro d’une carte d’identité.',
      'passport-number': 'Numéro d’un passeport.',
      'driver-license-number': 'Numéro d’un permis de conduire.',
      'social-security-number': 'Numéro attribué par la sécurité sociale.',
    },
  },
  'registration-profiles': {
    name: 'Profils d’enregistrement',
    description: 'Ce que l’on sait d’une partie.',
    values: {
      contact: 'Un nom et un moyen de contact.',
      prospect: 'Assez pour faire une offre.',
      customer: 'Assez pour ouvrir un produit.',
    },
  },
  'record-states': {
    name: 'États des fiches',
    description: 'État d’une fiche.',
    values: {
      live: 'En usage.',
      merged: 'Fusionnée avec une autre fiche.',
      erased: 'Effacée ; seul le numéro reste.',
    },
  },
  'identification-document-kinds': {
    name: 'Types de pièces d’identité',
    description: 'Ce qu’est une pièce d’identité.',
    values: {
      passport: 'Passeport.',
      'identity-card': 'Carte d’identité.',
      'driver-license': 'Permis de conduire.',
      'residence-permit': 'Titre de séjour.',
    },
  },
  'identification-document-statuses': {
    name: 'Statuts des pièces d’identité',
    description: 'Si l’on peut se fier à une pièce d’identité.',
    values: {
      valid: 'En cours de validité.',
      expired: 'Expirée.',
      replaced: 'Remplacée par une plus récente du même type.',
      revoked: 'Déclarée non valable.',
    },
  },
  'individual-statuses': {
    name: 'Statuts des personnes',
    description: 'Si une personne est en vie.',
    values: {
      living: 'La personne est en vie.',
      deceased: 'La personne est décédée.',
    },
  },
  genders: {
    name: 'Sexes',
    description: 'Représentation des sexes selon ISO/IEC 5218.',
    values: {
      female: 'Féminin.',
      male: 'Masculin.',
      'not-known': 'Inconnu.',
      'not-applicable': 'Sans objet.',
    },
  },
  'legal-capacities': {
    name: 'Capacité juridique',
    description: 'Jusqu’où une personne peut agir avec effet juridique.',
    values: {
      full: 'La personne agit seule.',
      limited: 'Certains actes exigent l’accord d’une autre personne.',
      none: 'Une autre personne agit pour la personne.',
      unknown: 'Inconnue.',
    },
  },
  'marital-statuses': {
    name: 'Situations matrimoniales',
    description: 'Situation matrimoniale selon les recommandations des Nations unies pour les recensements.',
    values: {
      single: 'Jamais marié.',
      married: 'Marié.',
      'registered-partnership': 'En partenariat enregistré.',
      separated: 'Marié et légalement séparé.',
      divorced: 'Divorcé et non remarié.',
      widowed: 'Veuf et non remarié.',
      unknown: 'Inconnue.',
    },
  },
  'employment-statuses': {
    name: 'Situations professionnelles',
    description: 'De quoi une personne vit principalement.',
    values: {
      employed: 'Travaille pour un employeur.',
      'self-employed': 'Travaille à son compte.',
      unemployed: 'Sans emploi et en cherche un.',
      student: 'À l’école ou à l’université.',
      retired: 'A terminé sa vie professionnelle.',
      homemaker: 'Tient un ménage.',
      other: 'Rien de cela.',
    },
  },
  'contract-kinds': {
    name: 'Types de contrats de travail',
    description: 'Durée d’un contrat de travail.',
    values: {
      permanent: 'Sans fin prévue.',
      'fixed-term': 'Jusqu’à un jour convenu.',
      temporary: 'Pour un temps, par une agence ou selon les besoins.',
    },
  },
  'residence-statuses': {
    name: 'Résidence',
    description: 'Si le centre des intérêts économiques est dans le pays de la banque.',
    values: {
      resident: 'Résident.',
      'non-resident': 'Non-résident.',
    },
  },
  'tenure-statuses': {
    name: 'Statuts d’occupation',
    description: 'À quel titre un ménage occupe son logement, selon EU-SILC.',
    values: {
      'outright-owner': 'Propriétaire sans emprunt.',
      'owner-with-mortgage': 'Propriétaire qui rembourse un emprunt.',
      'tenant-market-rent': 'Locataire au prix du marché.',
      'tenant-reduced-rent': 'Locataire à loyer réduit.',
      'rent-free': 'Logé gratuitement.',
      unknown: 'Inconnu.',
    },
  },
  'correction-reasons': {
    name: 'Motifs de correction',
    description: 'Pourquoi les données d’une personne sont corrigées.',
    values: {
      'typing-error': 'Une faute de frappe.',
      'document-check': 'Une pièce d’identité porte d’autres données.',
      'customer-request': 'Le client l’a demandé.',
      'court-order': 'Un tribunal l’a ordonné.',
      migration: 'Un autre système a fourni des données fausses.',
    },
  },
  'surname-change-reasons': {
    name: 'Motifs de changement de nom',
    description: 'Pourquoi le nom de famille d’une personne change.',
    values: {
      marriage: 'Mariage ou partenariat enregistré.',
      divorce: 'Divorce ou fin d’un partenariat.',
      'court-decision': 'Décision d’un tribunal ou d’une autorité.',
      other: 'Un autre motif.',
    },
  },
  'death-report-sources': {
    name: 'Sources des déclarations de décès',
    description: 'D’où vient une déclaration de décès.',
    values: {
      certificate: 'Un acte de décès.',
      'civil-register': 'L’état civil.',
      relative: 'Un membre de la famille.',
      other: 'Une autre personne.',
    },
  },
  'contact-point-methods': {
    name: 'Moyens de contact',
    description: 'Moyens de joindre une partie.',
    values: {
      postal: 'Lettre.',
      landline: 'Téléphone fixe.',
      mobile: 'Téléphone mobile.',
      fax: 'Télécopie.',
      email: 'Courriel.',
      web: 'Page web.',
      social: 'Compte sur un réseau social.',
    },
  },
  'contact-point-usages': {
    name: 'Usages des contacts',
    description: 'À quoi sert un moyen de contact.',
    values: {
      primary: 'Le premier choix pour ce moyen.',
      home: 'À la maison.',
      work: 'Au travail.',
      legal: 'Adresse officielle, pour ce qui a un effet juridique.',
      delivery: 'Où sont envoyés les lettres et les colis.',
      temporary: 'Pour un temps seulement.',
      other: 'Un autre usage.',
    },
  },
  'address-kinds': {
    name: 'Types d’adresses',
    description: 'Type de l’adresse d’un moyen de contact.',
    values: {
      phone: 'Numéro de téléphone.',
      email: 'Adresse électronique.',
      social: 'Nom d’un compte sur un réseau social.',
      web: 'Adresse web.',
      postal: 'Adresse postale.',
    },
  },
  'contact-purposes': {
    name: 'Finalités des contacts',
    description: 'Finalité pour laquelle la banque contacte une partie.',
    values: {
      'service-provision': 'Fournir les services convenus.',
      'customer-care': 'Répondre aux demandes et aider.',
      'payment-management': 'Gérer les paiements.',
      'direct-marketing': 'Proposer des produits et des services.',
      'personalised-advertising': 'Montrer de la publicité choisie pour la personne.',
      survey: 'Demander un avis.',
    },
  },
};
