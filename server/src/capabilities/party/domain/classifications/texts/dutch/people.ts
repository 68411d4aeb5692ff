import type { LanguageTexts } from '#platform/kernel/classification.ts';

export const people: LanguageTexts = {
  'party-kinds': {
    name: 'Soorten partijen',
    description: 'Wat een partij is.',
    values: {
      individual: 'Een natuurlijke persoon.',
      organization: 'Een organisatie.',
    },
  },
  'customer-statuses': {
    name: 'Klantstatussen',
    description: 'Relatie van een partij met de bank.',
    values: {
      potential: 'Bekend en nog niet benaderd.',
      prospective: 'Benaderd, of vraagt iets aan.',
      active: 'Gebruikt een product.',
      dormant: 'Heeft producten en gebruikt ze niet.',
      former: 'Heeft geen open product meer.',
      declined: 'De partij heeft geweigerd.',
      rejected: 'De bank heeft de partij geweigerd.',
    },
  },
  'identification-kinds': {
    name: 'Soorten identificatienummers',
    description: 'Wat een identificatienummer is.',
    values: {
      'registration-number': 'Nummer in een register van organisaties.',
      'tax-id-number': 'Nummer van een belastingdienst.',
      'personal-id-number': 'Nummer van een persoon in het bevolkingsregister.',
      'identity-card-number': 'Nummer van een identiteitskaart.',
      'passport-number': 'Nummer van een paspoort.',
      'driver-license-number': 'Nummer van een rijbewijs.',
      'social-security-number': 'Nummer van de sociale zekerheid.',
    },
  },
  'registration-profiles': {
    name: 'Registratieprofielen',
    description: 'Hoeveel van een partij bekend is.',
    values: {
      contact: 'Een naam en een contactmogelijkheid.',
      prospect: 'Genoeg voor een aanbod.',
      customer: 'Genoeg om een product te openen.',
    },
  },
  'record-states': {
    name: 'Toestanden van gegevens',
    description: 'Toestand van een record.',
    values: {
      live: 'In gebruik.',
      merged: 'Samengevoegd met een ander record.',
      erased: 'Gewist; alleen het nummer blijft.',
    },
  },
  'identification-document-kinds': {
    name: 'Soorten identiteitsbewijzen',
    description: 'Wat een identiteitsbewijs is.',
    values: {
      passport: 'Paspoort.',
      'identity-card': 'Identiteitskaart.',
      'driver-license': 'Rijbewijs.',
      'residence-permit': 'Verblijfsvergunning.',
    },
  },
  'identification-document-statuses': {
    name: 'Statussen van identiteitsbewijzen',
    description: 'Of een identiteitsbewijs geldt.',
    values: {
      valid: 'Geldig.',
      expired: 'Verlopen.',
      replaced: 'Vervangen door een nieuwer bewijs van dezelfde soort.',
      revoked: 'Ongeldig verklaard.',
    },
  },
  'individual-statuses': {
    name: 'Statussen van personen',
    description: 'Of een persoon leeft.',
    values: {
      living: 'De persoon leeft.',
      deceased: 'De persoon is overleden.',
    },
  },
  genders: {
    name: 'Geslachten',
    description: 'Weergave van geslachten volgens ISO/IEC 5218.',
    values: {
      female: 'Vrouwelijk.',
      male: 'Mannelijk.',
      'not-known': 'Niet bekend.',
      'not-applicable': 'Niet van toepassing.',
    },
  },
  'legal-capacities': {
    name: 'Handelingsbekwaamheid',
    description: 'Hoever een persoon rechtsgeldig kan handelen.',
    values: {
      full: 'De persoon handelt alleen.',
      limited: 'Voor sommige handelingen is toestemming van een ander nodig.',
      none: 'Een ander handelt voor de persoon.',
      unknown: 'Niet bekend.',
    },
  },
  'marital-statuses': {
    name: 'Burgerlijke staat',
    description: 'Burgerlijke staat volgens de aanbevelingen van de Verenigde Naties voor volkstellingen.',
    values: {
      single: 'Nooit gehuwd.',
      married: 'Gehuwd.',
      'registered-partnership': 'In een geregistreerd partnerschap.',
      separated: 'Gehuwd en wettelijk gescheiden van tafel en bed.',
      divorced: 'Gescheiden en niet hertrouwd.',
      widowed: 'Verweduwd en niet hertrouwd.',
      unknown: 'Niet bekend.',
    },
  },
  'employment-statuses': {
    name: 'Arbeidssituaties',
    description: 'Waarvan een persoon vooral leeft.',
    values: {
      employed: 'Werkt voor een werkgever.',
      'self-employed': 'Werkt voor eigen rekening.',
      unemployed: 'Heeft geen werk en zoekt het.',
      student: 'Zit op school of studeert.',
      retired: 'Heeft het werkzame leven beëindigd.',
      homemaker: 'Doet het huishouden.',
      other: 'Geen van deze.',
    },
  },
  'contract-kinds': {
    name: 'Soorten arbeidscontracten',
    description: 'Hoe lang een arbeidscontract duurt.',
    values: {
      permanent: 'Zonder einde.',
      'fixed-term': 'Tot een afgesproken dag.',
      temporary: 'Voor een tijd, via een bureau of naar behoefte.',
    },
  },
  'residence-statuses': {
    name: 'Ingezetenschap',
    description: 'Of het middelpunt van de economische belangen in het land van de bank ligt.',
    values: {
      resident: 'Ingezeten.',
      'non-resident': 'Niet ingezeten.',
    },
  },
  'tenure-statuses': {
    name: 'Woonsituaties',
    description: 'Met welk recht een huishouden zijn woning bewoont, volgens EU-SILC.',
    values: {
      'outright-owner': 'Eigenaar zonder hypotheek.',
      'owner-with-mortgage': 'Eigenaar die een hypotheek betaalt.',
      'tenant-market-rent': 'Huurder tegen marktprijs.',
      'tenant-reduced-rent': 'Huurder met een lagere huur.',
      'rent-free': 'Woont er gratis.',
      unknown: 'Niet bekend.',
    },
  },
  'correction-reasons': {
    name: 'Redenen voor correcties',
    description: 'Waarom gegevens van een persoon worden gecorrigeerd.',
    values: {
      'typing-error': 'Een typefout.',
      'document-check': 'Een document bevat andere gegevens.',
      'customer-request': 'De klant heeft erom gevraagd.',
      'court-order': 'Een rechter heeft het bevolen.',
      migration: 'Een ander systeem leverde verkeerde gegevens.',
    },
  },
  'surname-change-reasons': {
    name: 'Redenen voor naamswijzigingen',
    description: 'Waarom de achternaam van een persoon verandert.',
    values: {
      marriage: 'Huwelijk of geregistreerd partnerschap.',
      divorce: 'Echtscheiding of einde van een partnerschap.',
      'court-decision': 'Beslissing van een rechter of een overheid.',
      other: 'Een andere reden.',
    },
  },
  'death-report-sources': {
    name: 'Bronnen van overlijdensmeldingen',
    description: 'Waar de melding van een overlijden vandaan komt.',
    values: {
      certificate: 'Een overlijdensakte.',
      'civil-register': 'De burgerlijke stand.',
      relative: 'Een familielid.',
      other: 'Een ander persoon.',
    },
  },
  'contact-point-methods': {
    name: 'Contactwegen',
    description: 'Middelen om contact met een partij te krijgen.',
    values: {
      postal: 'Brief.',
      landline: 'Vaste telefoon.',
      mobile: 'Mobiele telefoon.',
      fax: 'Fax.',
      email: 'E-mail.',
      web: 'Webpagina.',
      social: 'Account bij een sociaal netwerk.',
    },
  },
  'contact-point-usages': {
    name: 'Gebruik van contactgegevens',
    description: 'Waarvoor een contactmogelijkheid wordt gebruikt.',
    values: {
      primary: 'De eerste keuze voor deze weg.',
      home: 'Thuis.',
      work: 'Op het werk.',
      legal: 'Officieel adres, voor wat rechtsgevolg heeft.',
      delivery: 'Waar brieven en pakketten heen gaan.',
      temporary: 'Alleen voor een tijd.',
      other: 'Een ander gebruik.',
    },
  },
  'address-kinds': {
    name: 'Soorten adressen',
    description: 'Soort adres van een contactmogelijkheid.',
    values: {
      phone: 'Telefoonnummer.',
      email: 'E-mailadres.',
      social: 'Naam van een account bij een sociaal netwerk.',
      web: 'Webadres.',
      postal: 'Postadres.',
    },
  },
  'contact-purposes': {
    name: 'Doelen van contact',
    description: 'Doel waarvoor de bank contact opneemt met een partij.',
    values: {
      'service-provision': 'Om de afgesproken diensten te leveren.',
      'customer-care': 'Om op vragen te antwoorden en te helpen.',
      'payment-management': 'Om betalingen te verwerken.',
      'direct-marketing': 'Om producten en diensten aan te bieden.',
      'personalised-advertising': 'Om reclame te tonen die voor de persoon is gekozen.',
      survey: 'Om naar een mening te vragen.',
    },
  },
};
