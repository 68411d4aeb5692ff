import type { SettingsTexts } from './english.ts';

export const german: SettingsTexts = {
  cancel: 'Abbrechen',
  password: {
    heading: 'Ihr Passwort',
    about: 'Sie brauchen es für jede Anmeldung ohne Passkey.',
    change: 'Passwort ändern',
    title: 'Ihr Passwort ändern',
    current: 'Ihr jetziges Passwort',
    after: 'Hier bleiben Sie angemeldet. Überall sonst werden Sie abgemeldet.',
    errors: {
      'current-missing': 'Ihr jetziges Passwort fehlt. Bitte geben Sie es ein.',
      'current-wrong': 'Ihr jetziges Passwort stimmt nicht. Prüfen Sie es, und versuchen Sie es noch einmal.',
    },
  },
  contacts: {
    heading: 'Wie wir Sie erreichen',
    email: 'E-Mail-Adresse',
    phone: 'Telefonnummer',
    none: 'Wir haben noch keine.',
    change: 'Ändern',
    open: '{value} wartet noch auf den Code.',
    enter: 'Code eingeben',
    titles: { email: 'Ihre E-Mail-Adresse ändern', phone: 'Ihre Telefonnummer ändern' },
    fields: { email: 'Neue E-Mail-Adresse', phone: 'Neue Telefonnummer' },
    hints: {
      email: 'Wir schicken einen Code dorthin. Bis Sie ihn eingeben, gilt die alte Adresse.',
      phone:
        'Mit Landesvorwahl, zum Beispiel +49 151 23456789. Wir schicken einen Code dorthin. Nach der Änderung können SMS 24 Stunden lang nichts bestätigen.',
    },
    send: 'Code schicken',
    errors: {
      required: 'Es wurde nichts eingegeben. Bitte geben Sie etwas ein.',
      invalid:
        'Das können wir nicht verwenden. Es wurde nichts geschickt. Prüfen Sie Ihre Eingabe, und versuchen Sie es noch einmal.',
      'in-use': 'Das gehört zu jemand anderem. Es wurde nichts geschickt. Geben Sie etwas anderes ein.',
      'too-soon':
        'Die Zahl der Codes ist begrenzt. Es wurde nichts geschickt. Warten Sie einige Minuten, und versuchen Sie es noch einmal.',
    },
  },
  code: {
    title: 'Geben Sie den Code ein',
    sent: 'Wir haben einen Code an {value} geschickt.',
    code: 'Ihr Code',
    hint: 'Sagen Sie ihn niemandem, auch uns nicht.',
    save: 'Bestätigen',
    other: 'Neuen Code schicken oder etwas anderes eingeben',
    errors: {
      wrong:
        'Dieser Code stimmt nicht. Es wurde nichts geändert. Sehen Sie in der neuesten Nachricht nach, und versuchen Sie es noch einmal.',
      over: 'Dieser Code ist zu alt. Es wurde nichts geändert. Lassen Sie sich einen neuen schicken.',
      'too-soon':
        'Es waren zu viele Versuche. Es wurde nichts geändert. Warten Sie einige Minuten, und versuchen Sie es noch einmal.',
    },
  },
  picture: {
    heading: 'Ihr Bild',
    about: 'Wir zeigen es, bevor Sie Ihr Passwort eingeben. Fehlt es, ist die Seite nicht von uns.',
    alt: 'Ihr jetziges Bild',
    change: 'Anderes Bild wählen',
    title: 'Wählen Sie Ihr Bild',
    legend: 'Welches werden Sie wiedererkennen?',
    choice: 'Bild {number}',
    save: 'Dieses Bild verwenden',
  },
  logins: {
    heading: 'Anmeldungen bei anderen Anbietern',
    intro:
      'Melden Sie sich mit einer Anmeldung an, die Sie anderswo haben. Ein zweiter Nachweis kann trotzdem folgen. Gehört eine nicht Ihnen? Entfernen Sie sie.',
    none: 'Es ist noch keine Anmeldung verknüpft.',
    link: 'Anmeldung bei {provider} verknüpfen',
    unlink: 'Entfernen',
    since: 'Verknüpft am {time}',
    linking: {
      title: 'Anmeldung bei {provider} verknüpfen',
      what: 'Sie melden sich bei {provider} an und kommen hierher zurück. {bank} erfährt nur, um welche Anmeldung es geht. Von da an können Sie sich hier damit anmelden.',
      go: 'Zu {provider}',
    },
    unlinking: {
      title: 'Diese Anmeldung entfernen?',
      what: 'Mit Ihrer Anmeldung bei {provider} können Sie sich hier nicht mehr anmelden. Die Anmeldung selbst bleibt, wie sie ist.',
      confirm: 'Anmeldung entfernen',
      keep: 'Behalten',
    },
  },
  browsers: {
    heading: 'Wo Sie angemeldet sind',
    intro: 'Gehört ein Browser nicht Ihnen? Entfernen Sie ihn, und ändern Sie Ihr Passwort.',
    none: 'Es ist noch kein Browser bekannt.',
    seen: 'Zuerst benutzt {first}, zuletzt {last}',
    here: 'Dieser Browser',
    client: '{client}: angemeldet seit {time}',
    ownPages: 'Seiten Ihrer Bank',
    remove: 'Entfernen',
  },
  removeBrowser: {
    title: 'Diesen Browser entfernen?',
    what: '„{name}“ wird von diesen Seiten abgemeldet. Bei der nächsten Anmeldung gilt er als neu.',
    here: 'Es ist der Browser, den Sie jetzt benutzen. Sie müssen sich danach neu anmelden.',
    clients:
      'Anwendungen darin bleiben angemeldet. Um auch sie zu beenden, wählen Sie „Überall sonst abmelden“.',
    confirm: 'Browser entfernen',
    keep: 'Behalten',
  },
  again: {
    title: 'Bitte melden Sie sich noch einmal an',
    what: 'Ihre Anmeldung ist eine Weile her. Für diese Änderung müssen wir sicher sein, dass Sie es sind. Es wurde nichts geändert.',
    button: 'Neu anmelden',
  },
  notices: {
    'login-linked': 'Die Anmeldung wurde verknüpft. Sie können sich ab jetzt damit anmelden.',
    'login-unlinked': 'Die Anmeldung wurde entfernt. Sie können sich damit nicht mehr anmelden.',
    'login-in-use':
      'Diese Anmeldung gehört einer anderen Person. Es wurde nichts verknüpft. Wählen Sie beim Anbieter eine andere.',
    'login-not-proven':
      'Der andere Anbieter hat Ihre Anmeldung nicht bestätigt. Es wurde nichts verknüpft. Bitte versuchen Sie es noch einmal.',
    'login-provider-away':
      'Der andere Anbieter ist gerade nicht erreichbar. Es wurde nichts verknüpft. Versuchen Sie es später noch einmal.',
    'logins-full':
      'Sie haben so viele Anmeldungen verknüpft wie möglich. Es wurde nichts verknüpft. Entfernen Sie zuerst eine.',
    'password-changed': 'Ihr Passwort wurde geändert. Überall sonst wurden Sie abgemeldet.',
    'email-changed': 'Ihre E-Mail-Adresse wurde geändert.',
    'phone-changed': 'Ihre Telefonnummer wurde geändert.',
    'picture-changed': 'Ihr Bild wurde geändert. Sie sehen es bei der nächsten Anmeldung.',
    'browser-removed': 'Der Browser wurde entfernt und abgemeldet.',
  },
};
