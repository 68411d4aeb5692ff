import type { OauthTexts } from './oauth-texts.ts';

const notSignedIn = 'U bent niet ingelogd en er is niets veranderd.';
const goBackLater = 'Ga terug naar de toepassing waar u vandaan kwam en probeer het over een minuut opnieuw.';

/** Dutch, with the polite form. */
export const dutch: OauthTexts = {
  signInFailures: {
    'sign-in-over': {
      title: 'Deze inlogpoging is niet meer open',
      paragraphs: [
        'Ze is al klaar, te lang niet gebruikt, of in een andere browser begonnen.',
        'Ga terug naar de toepassing waar u vandaan kwam en log opnieuw in.',
      ],
    },
    'customer-sign-in-absent': {
      title: 'Inloggen voor klanten kan hier nog niet',
      paragraphs: [notSignedIn, 'Gebruik de weg naar uw bank die u al kent.'],
    },
    'staff-provider-absent': {
      title: 'Inloggen voor medewerkers is voor deze bank niet ingesteld',
      paragraphs: [
        notSignedIn,
        'Wie dit systeem beheert, moet eerst de inlogdienst van de bank aansluiten. Vertel het hun alstublieft.',
      ],
    },
    'staff-provider-away': {
      title: 'De inlogdienst van uw bank antwoordt niet',
      paragraphs: [
        notSignedIn,
        'Wacht een minuut en probeer het opnieuw. Blijft het zo, vertel het dan uw helpdesk.',
      ],
    },
    'sign-in-not-proven': {
      title: 'We konden uw inlogpoging niet bevestigen',
      paragraphs: [
        `Wat de inlogdienst van uw bank ons stuurde, kon niet worden gecontroleerd. ${notSignedIn}`,
        'Probeer het opnieuw. Gebeurt het nog een keer, vertel het dan uw helpdesk.',
      ],
    },
    'employee-unnamed': {
      title: 'We kennen uw personeelsnummer niet',
      paragraphs: [
        `De inlogdienst van uw bank heeft het ons niet verteld. ${notSignedIn}`,
        'Opnieuw proberen helpt niet. Vraag uw helpdesk om uw account aan te vullen.',
      ],
    },
    'employee-without-role': {
      title: 'U hebt geen toegang tot deze toepassing',
      paragraphs: [
        'Het inloggen is gelukt, maar uw account heeft hier geen rol.',
        'Hebt u toegang nodig voor uw werk, vraag die dan aan uw leidinggevende of helpdesk. Log daarna opnieuw in.',
      ],
    },
    'employee-mismatch': {
      title: 'Dit personeelsnummer hoort bij een ander account',
      paragraphs: [
        `Twee accounts hebben het, dus we weten niet zeker wie u bent. ${notSignedIn}`,
        'Vraag uw helpdesk om naar uw account te kijken.',
      ],
    },
    'employee-cut-off': {
      title: 'Uw toegang is geblokkeerd',
      paragraphs: [
        `Uw bank heeft uw toegang geblokkeerd. ${notSignedIn}`,
        'Opnieuw proberen helpt niet. Neem contact op met uw leidinggevende of uw helpdesk.',
      ],
    },
    'sign-in-too-weak': {
      title: 'U moet sterker inloggen',
      paragraphs: [
        'Voor wat u wilt doen is een tweede bewijs nodig, zoals uw telefoon of een beveiligingssleutel. Er is niets veranderd.',
        'Probeer het opnieuw en gebruik uw tweede bewijs. Wordt er niet om gevraagd, vertel het dan uw helpdesk.',
      ],
    },
    'sign-in-too-old': {
      title: 'U moet opnieuw inloggen',
      paragraphs: [
        'U hebt te lang geleden ingelogd voor wat u wilt doen. Er is niets veranderd.',
        'Probeer het opnieuw en vul uw wachtwoord in als daarom wordt gevraagd.',
      ],
    },
    'internal-error': {
      title: 'Er ging bij ons iets mis',
      paragraphs: ['Het lag niet aan u. Misschien bent u niet ingelogd.', goBackLater],
    },
  },
  failures: {
    server_error: {
      title: 'Er ging bij ons iets mis',
      paragraphs: ['Het lag niet aan u. Er is niets veranderd.', goBackLater],
    },
    temporarily_unavailable: {
      title: 'Op dit moment niet beschikbaar',
      paragraphs: ['Er is niets veranderd.', goBackLater],
    },
  },
  otherFailure: {
    title: 'Deze link werkt niet',
    paragraphs: [
      'Misschien is hij te oud, al gebruikt, of geopend in een andere browser dan waarvoor hij was gemaakt. Er is niets veranderd.',
      'Ga terug naar de toepassing waar u vandaan kwam en begin opnieuw.',
    ],
  },
  signOut: {
    title: 'Uitloggen?',
    paragraphs: [
      'U wordt overal uitgelogd waar u in deze browser zo hebt ingelogd.',
      'Wilt u ingelogd blijven, sluit dan gewoon deze pagina.',
    ],
  },
  signedOut: {
    title: 'U bent uitgelogd',
    paragraphs: ['Sluit op een gedeelde computer ook de browser.'],
  },
  words: {
    tryAgain: 'Opnieuw proberen',
    signOutNow: 'Uitloggen',
    reference: 'Als u om hulp vraagt, geef dan dit kenmerk:',
    forDevelopers: 'Details voor ontwikkelaars',
  },
};
