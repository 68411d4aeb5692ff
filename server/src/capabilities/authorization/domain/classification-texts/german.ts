import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const german: LanguageTexts = {
  'transaction-types': {
    name: 'Arten von Transaktionen',
    description: 'Ziel einer Transaktion.',
    values: {
      'N/A': 'Beliebig.',
      SLF: 'An ein Konto desselben Kunden.',
      TPF: 'An einen anderen Kunden derselben Bank.',
      PMT: 'An eine andere Bank im selben Land.',
      RMT: 'Ins Ausland, in anderer Währung oder mit hohem Wert.',
    },
  },
  'authorization-types': {
    name: 'Arten von Freigaben',
    description: 'Wofür eine Freigabe ist.',
    values: {
      PAYMENT: 'Eine Zahlung machen.',
      CANCELLATION: 'Eine Zahlung stornieren.',
      CONSENT: 'Eine Zustimmung erteilen.',
      'N/A': 'Beliebig.',
    },
  },
  'resource-kinds': {
    name: 'Arten von Objekten',
    description: 'Was unterschrieben werden kann.',
    values: {
      payment: 'Eine Zahlung.',
      'bulk-payment': 'Viele Zahlungen in einem Auftrag.',
      'periodic-payment': 'Eine wiederkehrende Zahlung.',
      'signing-basket': 'Mehrere Objekte, die gemeinsam unterschrieben werden.',
      'payment-cancellation': 'Stornierung einer beauftragten Zahlung.',
      consent: 'Zugriff eines Dritten auf Konten.',
      'funds-confirmation-consent': 'Erlaubnis, nach der Deckung zu fragen.',
      document: 'Ein Dokument.',
      'party-correction': 'Eine Korrektur von Kundendaten.',
      'restriction-lift': 'Die Aufhebung einer Sperre.',
      'employee-approval': 'Eine andere Handlung, die zwei Mitarbeiter braucht.',
      'signing-rule': 'Eine Unterschriftenregelung.',
    },
  },
  'sensitive-actions': {
    name: 'Sensible Handlungen',
    description: 'Zweck eines Einmalcodes.',
    values: {
      login: 'Anmelden.',
      registration: 'Registrierung als Benutzer.',
      'username-recovery': 'Wiederherstellung des Benutzernamens.',
      'password-reset': 'Zurücksetzen des Passworts.',
      payment: 'Zahlen.',
      'payee-registration': 'Einen Empfänger hinzufügen.',
      consent: 'Einem Dritten Zugriff geben.',
      'contact-change': 'Telefonnummer oder Adresse ändern.',
      'device-pairing': 'Ein Gerät hinzufügen.',
      'limit-change': 'Ein Limit ändern.',
      'card-control': 'Karteneinstellungen ändern.',
    },
  },
};
