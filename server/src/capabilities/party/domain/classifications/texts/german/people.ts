import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const people: LanguageTexts = {
  'party-kinds': {
    name: 'Arten von Parteien',
    description: 'Was eine Partei ist.',
    values: {
      individual: 'Eine natürliche Person.',
      organization: 'Eine Organisation.',
    },
  },
  'customer-statuses': {
    name: 'Kundenstatus',
    description: 'Beziehung einer Partei zur Bank.',
    values: {
      potential: 'Bekannt, aber noch nicht angesprochen.',
      prospective: 'Angesprochen, oder stellt einen Antrag.',
      active: 'Nutzt ein Produkt.',
      dormant: 'Hat Produkte und nutzt sie nicht.',
      former: 'Hat kein offenes Produkt mehr.',
      declined: 'Die Partei hat abgelehnt.',
      rejected: 'Die Bank hat die Partei abgelehnt.',
    },
  },
  'identification-kinds': {
    name: 'Arten von Identifikationsnummern',
    description: 'Was eine Identifikationsnummer ist.',
    values: {
      'registration-number': 'Nummer in einem Register von Organisationen.',
      'tax-id-number': 'Von einer Steuerbehörde vergebene Nummer.',
      'personal-id-number': 'Nummer einer Person im Melderegister.',
      'identity-card-number': 'Nummer eines Personalausweises.',
      'passport-number': 'Nummer eines Reisepasses.',
      'driver-license-number': 'Nummer eines Führerscheins.',
      'social-security-number': 'Von der Sozialversicherung vergebene Nummer.',
    },
  },
  'registration-profiles': {
    name: 'Registrierungsprofile',
    description: 'Wie viel über eine Partei bekannt ist.',
    values: {
      contact: 'Ein Name und eine Kontaktmöglichkeit.',
      prospect: 'Genug für ein Angebot.',
      customer: 'Genug, um ein Produkt zu eröffnen.',
    },
  },
  'record-states': {
    name: 'Zustände von Datensätzen',
    description: 'Zustand eines Datensatzes.',
    values: {
      live: 'In Gebrauch.',
      merged: 'Mit einem anderen Datensatz zusammengeführt.',
      erased: 'Gelöscht; nur die Nummer bleibt.',
    },
  },
  'identification-document-kinds': {
    name: 'Arten von Ausweisen',
    description: 'Was ein Ausweis ist.',
    values: {
      passport: 'Reisepass.',
      'identity-card': 'Personalausweis.',
      'driver-license': 'Führerschein.',
      'residence-permit': 'Aufenthaltstitel.',
    },
  },
  'identification-document-statuses': {
    name: 'Status von Ausweisen',
    description: 'Ob ein Ausweis gilt.',
    values: {
      valid: 'Gültig.',
      expired: 'Abgelaufen.',
      replaced: 'Durch einen neueren seiner Art ersetzt.',
      revoked: 'Für ungültig erklärt.',
    },
  },
  'individual-statuses': {
    name: 'Personenstatus',
    description: 'Ob eine Person lebt.',
    values: {
      living: 'Die Person lebt.',
      deceased: 'Die Person ist verstorben.',
    },
  },
  genders: {
    name: 'Geschlechter',
    description: 'Darstellung der Geschlechter nach ISO/IEC 5218.',
    values: {
      female: 'Weiblich.',
      male: 'Männlich.',
      'not-known': 'Nicht bekannt.',
      'not-applicable': 'Nicht anwendbar.',
    },
  },
  'legal-capacities': {
    name: 'Geschäftsfähigkeit',
    description: 'Wie weit eine Person rechtswirksam handeln kann.',
    values: {
      full: 'Die Person handelt allein.',
      limited: 'Manche Handlungen brauchen die Zustimmung einer anderen Person.',
      none: 'Eine andere Person handelt für die Person.',
      unknown: 'Nicht bekannt.',
    },
  },
  'marital-statuses': {
    name: 'Familienstand',
    description: 'Familienstand nach den Empfehlungen der Vereinten Nationen für Volkszählungen.',
    values: {
      single: 'Nie verheiratet.',
      married: 'Verheiratet.',
      'registered-partnership': 'In eingetragener Partnerschaft.',
      separated: 'Verheiratet und gesetzlich getrennt.',
      divorced: 'Geschieden und nicht wieder verheiratet.',
      widowed: 'Verwitwet und nicht wieder verheiratet.',
      unknown: 'Nicht bekannt.',
    },
  },
  'employment-statuses': {
    name: 'Erwerbsstatus',
    description: 'Wovon eine Person hauptsächlich lebt.',
    values: {
      employed: 'Arbeitet für einen Arbeitgeber.',
      'self-employed': 'Arbeitet auf eigene Rechnung.',
      unemployed: 'Hat keine Arbeit und sucht welche.',
      student: 'Besucht eine Schule oder Hochschule.',
      retired: 'Hat das Berufsleben beendet.',
      homemaker: 'Führt einen Haushalt.',
      other: 'Nichts davon.',
    },
  },
  'contract-kinds': {
    name: 'Arten von Arbeitsverträgen',
    description: 'Wie lange ein Arbeitsvertrag dauert.',
    values: {
      permanent: 'Unbefristet.',
      'fixed-term': 'Bis zu einem vereinbarten Tag.',
      temporary: 'Zeitweise, über eine Agentur oder nach Bedarf.',
    },
  },
  'residence-statuses': {
    name: 'Ansässigkeit',
    description: 'Ob der Mittelpunkt der wirtschaftlichen Interessen im Land der Bank liegt.',
    values: {
      resident: 'Ansässig.',
      'non-resident': 'Nicht ansässig.',
    },
  },
  'tenure-statuses': {
    name: 'Wohnverhältnisse',
    description: 'Mit welchem Recht ein Haushalt seine Wohnung bewohnt, nach EU-SILC.',
    values: {
      'outright-owner': 'Eigentum ohne Hypothek.',
      'owner-with-mortgage': 'Eigentum, für das eine Hypothek bezahlt wird.',
      'tenant-market-rent': 'Miete zum Marktpreis.',
      'tenant-reduced-rent': 'Ermäßigte Miete.',
      'rent-free': 'Wohnt dort unentgeltlich.',
      unknown: 'Nicht bekannt.',
    },
  },
  'correction-reasons': {
    name: 'Gründe für Korrekturen',
    description: 'Warum die Daten einer Person korrigiert werden.',
    values: {
      'typing-error': 'Ein Tippfehler.',
      'document-check': 'Ein Ausweis enthält andere Daten.',
      'customer-request': 'Der Kunde hat es verlangt.',
      'court-order': 'Ein Gericht hat es angeordnet.',
      migration: 'Ein anderes System hat falsche Daten geliefert.',
    },
  },
  'surname-change-reasons': {
    name: 'Gründe für Namensänderungen',
    description: 'Warum sich der Nachname einer Person ändert.',
    values: {
      marriage: 'Heirat oder eingetragene Partnerschaft.',
      divorce: 'Scheidung oder Ende einer Partnerschaft.',
      'court-decision': 'Entscheidung eines Gerichts oder einer Behörde.',
      other: 'Ein anderer Grund.',
    },
  },
  'death-report-sources': {
    name: 'Quellen von Todesmeldungen',
    description: 'Woher die Meldung eines Todes kommt.',
    values: {
      certificate: 'Eine Sterbeurkunde.',
      'civil-register': 'Das Personenstandsregister.',
      relative: 'Eine verwandte Person.',
      other: 'Eine andere Person.',
    },
  },
  'contact-point-methods': {
    name: 'Kontaktwege',
    description: 'Mittel, mit denen eine Partei erreicht wird.',
    values: {
      postal: 'Brief.',
      landline: 'Festnetztelefon.',
      mobile: 'Mobiltelefon.',
      fax: 'Telefax.',
      email: 'E-Mail.',
      web: 'Internetseite.',
      social: 'Konto in einem sozialen Netzwerk.',
    },
  },
  'contact-point-usages': {
    name: 'Verwendung von Kontaktdaten',
    description: 'Wofür eine Kontaktmöglichkeit verwendet wird.',
    values: {
      primary: 'Die erste Wahl für diesen Weg.',
      home: 'Zu Hause.',
      work: 'Bei der Arbeit.',
      legal: 'Eingetragene Adresse, für alles mit Rechtswirkung.',
      delivery: 'Wohin Briefe und Pakete gesendet werden.',
      temporary: 'Nur für eine Zeit.',
      other: 'Eine andere Verwendung.',
    },
  },
  'address-kinds': {
    name: 'Arten von Adressen',
    description: 'Art der Adresse einer Kontaktmöglichkeit.',
    values: {
      phone: 'Telefonnummer.',
      email: 'E-Mail-Adresse.',
      social: 'Name eines Kontos in einem sozialen Netzwerk.',
      web: 'Internetadresse.',
      postal: 'Postanschrift.',
    },
  },
  'contact-purposes': {
    name: 'Zwecke von Kontakten',
    description: 'Zweck, zu dem die Bank eine Partei anspricht.',
    values: {
      'service-provision': 'Um die vereinbarten Dienste zu erbringen.',
      'customer-care': 'Um auf Anfragen zu antworten und zu helfen.',
      'payment-management': 'Um Zahlungen abzuwickeln.',
      'direct-marketing': 'Um Produkte und Dienste anzubieten.',
      'personalised-advertising': 'Um Werbung zu zeigen, die für die Person ausgewählt wurde.',
      survey: 'Um nach einer Meinung zu fragen.',
    },
  },
};
