import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const dutch: LanguageTexts = {
  'transaction-types': {
    name: 'Soorten transacties',
    description: 'Bestemming van een transactie.',
    values: {
      'N/A': 'Waar dan ook.',
      SLF: 'Naar een rekening van dezelfde klant.',
      TPF: 'Naar een andere klant van dezelfde bank.',
      PMT: 'Naar een andere bank in hetzelfde land.',
      RMT: 'Naar het buitenland, in een andere valuta of met een hoge waarde.',
    },
  },
  'authorization-types': {
    name: 'Soorten autorisaties',
    description: 'Waarvoor een autorisatie is.',
    values: {
      PAYMENT: 'Een betaling doen.',
      CANCELLATION: 'Een betaling annuleren.',
      CONSENT: 'Een toestemming geven.',
      'N/A': 'Wat dan ook.',
    },
  },
  'resource-kinds': {
    name: 'Soorten objecten',
    description: 'Wat ondertekend kan worden.',
    values: {
      payment: 'Een betaling.',
      'bulk-payment': 'Veel betalingen in één opdracht.',
      'periodic-payment': 'Een terugkerende betaling.',
      'signing-basket': 'Meerdere objecten die samen worden ondertekend.',
      'payment-cancellation': 'Annulering van een opgedragen betaling.',
      consent: 'Toegang tot rekeningen voor een derde.',
      'funds-confirmation-consent': 'Toestemming om naar de beschikbaarheid van geld te vragen.',
      document: 'Een document.',
      'party-correction': 'Een correctie van gegevens van een partij.',
      'restriction-lift': 'De opheffing van een beperking.',
      'employee-approval': 'Een andere handeling waarvoor twee medewerkers nodig zijn.',
      'signing-rule': 'Een ondertekeningsregel.',
    },
  },
  'sensitive-actions': {
    name: 'Gevoelige handelingen',
    description: 'Doel van een eenmalige code.',
    values: {
      login: 'Inloggen.',
      registration: 'Registratie als gebruiker.',
      'username-recovery': 'De gebruikersnaam terugvinden.',
      'password-reset': 'Het wachtwoord opnieuw instellen.',
      payment: 'Betalen.',
      'payee-registration': 'Een begunstigde toevoegen.',
      consent: 'Een derde toegang geven.',
      'contact-change': 'Een telefoonnummer of adres wijzigen.',
      'device-pairing': 'Een apparaat toevoegen.',
      'limit-change': 'Een limiet wijzigen.',
      'card-control': 'Kaartinstellingen wijzigen.',
    },
  },
};
