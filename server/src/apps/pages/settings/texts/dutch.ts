import type { SettingsTexts } from './english.ts';

export const dutch: SettingsTexts = {
  cancel: 'Annuleren',
  password: {
    heading: 'Uw wachtwoord',
    about: 'U hebt het nodig als u zonder passkey inlogt.',
    change: 'Wachtwoord wijzigen',
    title: 'Uw wachtwoord wijzigen',
    current: 'Uw huidige wachtwoord',
    after: 'Hier blijft u ingelogd. Overal elders wordt u uitgelogd.',
    errors: {
      'current-missing': 'Uw huidige wachtwoord ontbreekt. Vul het in.',
      'current-wrong': 'Uw huidige wachtwoord klopt niet. Controleer het en probeer het opnieuw.',
    },
  },
  contacts: {
    heading: 'Hoe we u bereiken',
    email: 'E-mailadres',
    phone: 'Telefoonnummer',
    none: 'We hebben er nog geen.',
    change: 'Wijzigen',
    open: '{value} wacht nog op de code.',
    enter: 'De code invullen',
    titles: { email: 'Uw e-mailadres wijzigen', phone: 'Uw telefoonnummer wijzigen' },
    fields: { email: 'Nieuw e-mailadres', phone: 'Nieuw telefoonnummer' },
    hints: {
      email: 'We sturen er een code naartoe. Tot u die invult, blijft het oude adres in gebruik.',
      phone:
        'Met landnummer, bijvoorbeeld +31 6 12345678. We sturen er een code naartoe. Na de wijziging kunt u 24 uur lang niets met een sms bevestigen.',
    },
    send: 'De code sturen',
    errors: {
      required: 'Er is niets ingevuld. Vul iets in.',
      invalid:
        'Dit kunnen we niet gebruiken. Er is niets gestuurd. Controleer wat u hebt ingevuld en probeer het opnieuw.',
      'in-use': 'Dit is van een andere gebruiker. Er is niets gestuurd. Vul iets anders in.',
      'too-soon':
        'Het aantal codes is beperkt. Er is niets gestuurd. Wacht een paar minuten en probeer het opnieuw.',
    },
  },
  code: {
    title: 'Vul de code in',
    sent: 'We hebben een code gestuurd naar {value}.',
    code: 'Uw code',
    hint: 'Vertel hem aan niemand, ook niet aan ons.',
    save: 'Bevestigen',
    other: 'Een nieuwe code sturen of iets anders invullen',
    errors: {
      wrong:
        'Die code klopt niet. Er is niets veranderd. Kijk in het nieuwste bericht en probeer het opnieuw.',
      over: 'Die code is te oud. Er is niets veranderd. Laat een nieuwe sturen.',
      'too-soon':
        'Er waren te veel pogingen. Er is niets veranderd. Wacht een paar minuten en probeer het opnieuw.',
    },
  },
  picture: {
    heading: 'Uw afbeelding',
    about: 'We tonen haar voordat u uw wachtwoord invult. Ontbreekt ze, dan is de pagina niet van ons.',
    alt: 'Uw huidige afbeelding',
    change: 'Een andere afbeelding kiezen',
    title: 'Kies uw afbeelding',
    legend: 'Welke zult u herkennen?',
    choice: 'Afbeelding {number}',
    save: 'Deze afbeelding gebruiken',
  },
  logins: {
    heading: 'Logins bij andere aanbieders',
    intro:
      'Log in met een login die u elders hebt. Daarna kan nog een tweede bewijs nodig zijn. Ziet u er een die niet van u is? Verwijder hem.',
    none: 'Er is nog geen login gekoppeld.',
    link: 'Login bij {provider} koppelen',
    unlink: 'Verwijderen',
    since: 'Gekoppeld op {time}',
    linking: {
      title: 'Login bij {provider} koppelen',
      what: 'U logt in bij {provider} en komt hier terug. {bank} ziet alleen om welke login het gaat. Vanaf dan kunt u er hier mee inloggen.',
      go: 'Naar {provider}',
    },
    unlinking: {
      title: 'Deze login verwijderen?',
      what: 'Met uw login bij {provider} kunt u hier niet meer inloggen. De login zelf blijft zoals hij is.',
      confirm: 'De login verwijderen',
      keep: 'Bewaren',
    },
  },
  browsers: {
    heading: 'Waar u bent ingelogd',
    intro: 'Ziet u een browser die niet van u is? Verwijder hem en wijzig uw wachtwoord.',
    none: 'Er is nog geen browser bekend.',
    seen: 'Eerst gebruikt op {first}, laatst op {last}',
    here: 'Deze browser',
    client: '{client}: ingelogd sinds {time}',
    ownPages: 'Pagina’s van uw bank',
    remove: 'Verwijderen',
  },
  removeBrowser: {
    title: 'Deze browser verwijderen?',
    what: '“{name}” wordt van deze pagina’s uitgelogd. Bij de volgende keer inloggen geldt hij als nieuw.',
    here: 'Het is de browser die u nu gebruikt. U moet daarna opnieuw inloggen.',
    clients: 'Apps daarin blijven ingelogd. Kies “Overal elders uitloggen” om ook die te beëindigen.',
    confirm: 'De browser verwijderen',
    keep: 'Bewaren',
  },
  again: {
    title: 'Log nog een keer in',
    what: 'U bent een tijd geleden ingelogd. Voor deze wijziging moeten we zeker weten dat u het bent. Er is niets veranderd.',
    button: 'Opnieuw inloggen',
  },
  notices: {
    'login-linked': 'De login is gekoppeld. U kunt er vanaf nu mee inloggen.',
    'login-unlinked': 'De login is verwijderd. U kunt er niet meer mee inloggen.',
    'login-in-use':
      'Deze login is van een andere gebruiker. Er is niets gekoppeld. Kies bij de aanbieder een andere login.',
    'login-not-proven':
      'De andere aanbieder heeft uw login niet bevestigd. Er is niets gekoppeld. Probeer het opnieuw.',
    'login-provider-away':
      'De andere aanbieder is nu niet bereikbaar. Er is niets gekoppeld. Probeer het later opnieuw.',
    'logins-full':
      'U hebt zo veel logins gekoppeld als mogelijk is. Er is niets gekoppeld. Verwijder er eerst een.',
    'password-changed': 'Uw wachtwoord is gewijzigd. U bent overal elders uitgelogd.',
    'email-changed': 'Uw e-mailadres is gewijzigd.',
    'phone-changed': 'Uw telefoonnummer is gewijzigd.',
    'picture-changed': 'Uw afbeelding is gewijzigd. U ziet haar als u weer inlogt.',
    'browser-removed': 'De browser is verwijderd en uitgelogd.',
  },
};
