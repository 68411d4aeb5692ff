import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const dutch: LanguageTexts = {
  'user-statuses': {
    name: 'Gebruikersstatussen',
    description: 'Of een gebruiker kan inloggen.',
    values: {
      pending: 'De registratie is onvolledig.',
      active: 'Kan inloggen.',
      locked: 'Tijdelijk geblokkeerd na te veel mislukte pogingen.',
      suspended: 'Kan niet inloggen tot de bank de toegang heeft bekeken.',
      closed: 'Definitief gesloten.',
    },
  },
  'answer-format-types': {
    name: 'Antwoordvormen',
    description: 'Vorm van het antwoord op een beveiligingsvraag.',
    values: {
      'free-text': 'Willekeurige tekst.',
      'single-choice': 'Een van de aangeboden antwoorden.',
      date: 'Een dag.',
      number: 'Een getal tussen twee grenzen.',
      pattern: 'Een tekst die aan een patroon voldoet.',
    },
  },
  banks: {
    name: 'Banken',
    description: 'Banken die deze installatie bedient.',
    values: {
      '01': 'De eerste bank.',
      '02': 'De tweede bank.',
      nl: 'De bank in Nederland.',
    },
  },
  'identity-providers': {
    name: 'Identiteitsaanbieders',
    description: 'Externe identiteitsaanbieders.',
    values: {
      'identity-wallet': 'Europese portemonnee voor digitale identiteit.',
      'national-identity': 'Nationale elektronische identiteit.',
      apple: 'Account bij Apple.',
      google: 'Account bij Google.',
      microsoft: 'Account bij Microsoft.',
    },
  },
};
