import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const german: LanguageTexts = {
  'user-statuses': {
    name: 'Benutzerstatus',
    description: 'Ob sich ein Benutzer anmelden kann.',
    values: {
      pending: 'Die Registrierung ist unvollständig.',
      active: 'Kann sich anmelden.',
      locked: 'Nach zu vielen Fehlern vorübergehend gesperrt.',
      suspended: 'Kann sich nicht anmelden, bis die Bank den Zugang geprüft hat.',
      closed: 'Endgültig geschlossen.',
    },
  },
  'answer-format-types': {
    name: 'Antwortformate',
    description: 'Format der Antwort auf eine Sicherheitsfrage.',
    values: {
      'free-text': 'Beliebiger Text.',
      'single-choice': 'Eine der angebotenen Antworten.',
      date: 'Ein Tag.',
      number: 'Eine Zahl zwischen zwei Grenzen.',
      pattern: 'Ein Text, der einem Muster entspricht.',
    },
  },
  banks: {
    name: 'Banken',
    description: 'Banken dieser Installation.',
    values: {
      '01': 'Die erste Bank.',
      '02': 'Die zweite Bank.',
      nl: 'Die Bank in den Niederlanden.',
    },
  },
  'identity-providers': {
    name: 'Identitätsanbieter',
    description: 'Externe Identitätsanbieter.',
    values: {
      'identity-wallet': 'Europäische Brieftasche für die digitale Identität.',
      'national-identity': 'Nationale elektronische Identität.',
      apple: 'Konto bei Apple.',
      google: 'Konto bei Google.',
      microsoft: 'Konto bei Microsoft.',
    },
  },
};
