import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const french: LanguageTexts = {
  'user-statuses': {
    name: 'Statuts d’utilisateur',
    description: 'Si un utilisateur peut se connecter.',
    values: {
      pending: 'L’inscription est incomplète.',
      active: 'Peut se connecter.',
      locked: 'Bloqué temporairement après trop d’échecs.',
      suspended: 'Ne peut pas se connecter avant que la banque ait examiné l’accès.',
      closed: 'Fermé définitivement.',
    },
  },
  'answer-format-types': {
    name: 'Formats de réponse',
    description: 'Format de la réponse à une question de sécurité.',
    values: {
      'free-text': 'N’importe quel texte.',
      'single-choice': 'L’une des réponses proposées.',
      date: 'Un jour.',
      number: 'Un nombre entre deux bornes.',
      pattern: 'Un texte conforme à un modèle.',
    },
  },
  banks: {
    name: 'Banques',
    description: 'Banques servies par cette installation.',
    values: {
      '01': 'La première banque.',
      '02': 'La deuxième banque.',
      nl: 'La banque aux Pays-Bas.',
    },
  },
  'identity-providers': {
    name: 'Fournisseurs d’identité',
    description: 'Fournisseurs d’identité externes.',
    values: {
      'identity-wallet': 'Portefeuille européen d’identité numérique.',
      'national-identity': 'Identité électronique nationale.',
      apple: 'Compte chez Apple.',
      google: 'Compte chez Google.',
      microsoft: 'Compte chez Microsoft.',
    },
  },
};
