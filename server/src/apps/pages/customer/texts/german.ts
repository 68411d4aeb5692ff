import type { CustomerTexts } from './english.ts';

/** German, with the polite form. */
export const german: CustomerTexts = {
  language: 'Sprache',
  errorTitle: 'Fehler: {title}',
  pageTitle: '{title} – {bank}',
  reference: 'Kennzeichen {reference}',
  helpPhone: 'Hilfe: {phone}',
  needed: '(nötig)',
  timeHint: 'Zu Ihrer Sicherheit endet diese Seite nach {minutes} Min. ohne Eingabe.',
  timeSoon: 'Diese Seite endet in weniger als einer Minute.',
  timeOver: 'Diese Seite wurde zu Ihrer Sicherheit beendet. Es wurde nichts geändert.',
  moreTime: 'Ich brauche mehr Zeit',
  startAgain: 'Neu beginnen',
  cancel: 'Abbrechen und zurück zu {client}',
  leave: 'Abbrechen',
  goBack: 'Zurück zu {client}',
  closePage: 'Sie können diese Seite schließen.',
  tryAgain: 'Noch einmal versuchen',
  continue: 'Weiter',
  show: 'Zeigen',
  hide: 'Verbergen',
  showPassword: 'Passwort zeigen',
  hidePassword: 'Passwort verbergen',
  capsLock: 'Die Feststelltaste ist an.',
  passkeyBroke:
    'Der Passkey wurde nicht benutzt. Es wurde nichts geändert. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
  noPasskeyHere:
    'Dieser Browser kann auf dieser Seite keine Passkeys benutzen. Bitte wählen Sie einen anderen Weg.',

  identify: {
    title: 'Anmelden',
    forClient: '{client} bittet Sie, sich bei {bank} anzumelden.',
    username: 'Benutzername',
    usernameHint: 'Der Name, den Sie für das Online-Banking gewählt haben, oder Ihre Kundennummer.',
    passkey: 'Mit Passkey anmelden',
    provider: 'Weiter mit {provider}',
    forgotUsername: 'Ich weiß meinen Benutzernamen nicht',
  },
  linkedLogin: {
    title: 'Weiter bei {provider}',
    intro:
      'Sie melden sich bei {provider} an und kommen hierher zurück. {bank} erfährt nur, um welche Anmeldung es geht, und fragt danach vielleicht nach einem zweiten Nachweis.',
    go: 'Zu {provider}',
    back: 'Anders anmelden',
  },
  password: {
    title: 'Geben Sie Ihr Passwort ein',
    titleKnown: 'Bitte bestätigen Sie, dass Sie es sind',
    signedInAs: 'Benutzername: {username}',
    hintPicture: 'Ihr eigenes Bild',
    hintPictureText: 'Ist das nicht das Bild, das Sie gewählt haben? Dann geben Sie Ihr Passwort nicht ein.',
    password: 'Passwort',
    attemptsLeft: 'Verbleibende Versuche: {count}.',
    otherUser: 'Anderer Benutzername',
    forgotPassword: 'Ich habe mein Passwort vergessen',
    signIn: 'Anmelden',
  },
  method: {
    title: 'Wie möchten Sie bestätigen?',
    intro: 'Wir fragen ein zweites Mal, damit sich niemand sonst mit Ihrem Passwort anmelden kann.',
    legend: 'Wählen Sie einen Weg',
    others: 'Anderen Weg benutzen',
    passkey: 'Passkey: Fingerabdruck, Gesicht oder Bildschirmsperre',
    totp: 'Code aus Ihrer Code-App oder Ihrem Code-Gerät',
    sms: 'SMS an Ihr Telefon',
    smsTo: 'SMS an die Nummer mit dem Ende {ending}',
  },
  code: {
    titleSms: 'Geben Sie den Sicherheitscode ein',
    titleTotp: 'Geben Sie den Code aus Ihrer App ein',
    sentTo: 'Wir haben eine SMS an die Nummer mit dem Ende {ending} geschickt.',
    sent: 'Wir haben Ihnen eine SMS geschickt.',
    openApp: 'Öffnen Sie Ihre Code-App, oder nehmen Sie Ihr Code-Gerät.',
    code: 'Sicherheitscode',
    codeHint: 'Sagen Sie ihn niemandem, auch uns nicht.',
    confirm: 'Bestätigen',
    notReceived: 'Nicht angekommen?',
    resend: 'Neuen Code schicken',
  },
  passkey: {
    title: 'Bestätigen Sie mit Ihrem Passkey',
    intro: 'Ihr Gerät fragt nach Fingerabdruck, Gesicht oder Bildschirmsperre.',
    use: 'Meinen Passkey benutzen',
  },
  consent: {
    title: '{client} Zugriff erlauben?',
    intro: 'Sie sind angemeldet als {username}. Wenn Sie zustimmen, darf {client}:',
    end: 'Sie können das jederzeit beenden: Melden Sie sich in den Anmelde-Einstellungen Ihrer Bank überall ab.',
    actingFor: 'Sie handeln für {organization}: Dazu gehören deren Daten und Aufträge.',
    agree: 'Zustimmen und weiter',
    otherScope: '{scope} benutzen',
  },
  scopes: {
    openid: 'wissen, dass Sie es sind',
    offline_access: 'verbunden bleiben, wenn Sie nicht da sind',
    'party.read': 'Ihren Namen, Ihre Adresse und Ihre Kontaktdaten sehen',
    'party.write': 'Ihre Adresse und Ihre Kontaktdaten ändern',
    mailbox: 'die Nachrichten in Ihrem Postfach lesen',
    psu: 'wissen, wer Sie hier sind, damit Sie Ihren Namen nicht noch einmal eingeben müssen',
    'notification-preferences': 'sehen und ändern, welche Nachrichten Sie bekommen',
    client: 'die Einstellungen Ihrer App sehen und ändern',
    'client.secure': 'die geschützten Einstellungen Ihrer App benutzen',
    device: 'Ihre Geräte sehen und verwalten',
    restriction: 'Sperren sehen, setzen und aufheben',
    'fraud.report': 'für Sie einen Betrug melden',
    'authorization.otp': 'Ihnen Codes zur Bestätigung senden',
    'authorization.ocra': 'Ihr Gerät um eine Bestätigung bitten',
    'authorization.sign': 'Sie bitten, Zahlungen und andere Aufträge freizugeben',
    'authorization.levels': 'sehen, was Sie freigeben dürfen',
    'identity.me': 'sehen und ändern, wie Sie sich anmelden',
    'identity.policy': 'die Regeln für Passwörter sehen',
  },
  locked: {
    title: 'Die Anmeldung ist gesperrt',
    what: 'Es gab zu viele falsche Versuche. Sie sind nicht angemeldet, und es wurde nichts geändert.',
    until: 'Sie können es ab {time} noch einmal versuchen.',
    call: 'Bitte wenden Sie sich an Ihre Bank; sie kann die Sperre aufheben.',
    notYou: 'Waren Sie das nicht? Dann sagen Sie es Ihrer Bank.',
  },
  noFactor: {
    title: 'Ein zweiter Nachweis fehlt',
    what: 'Für diese Anmeldung müssen wir ein zweites Mal fragen und kennen keinen Weg dafür. Sie sind nicht angemeldet.',
    next: 'Bitte wenden Sie sich an Ihre Bank. Sie kann Ihre Telefonnummer oder einen anderen Weg eintragen.',
  },
  busy: {
    title: 'Im Moment nicht möglich',
    what: 'Wir können Ihre Anmeldung gerade nicht prüfen. Sie sind nicht angemeldet, und es wurde nichts geändert.',
    next: 'Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
  limits: {
    connection: {
      title: 'Zu viele Versuche auf einmal',
      what: 'Von Ihrer Verbindung kamen zu viele Anfragen. Sie sind nicht angemeldet, und es wurde nichts geändert.',
    },
    number: {
      title: 'Noch kein neuer Code',
      what: 'Die Zahl der Sicherheitscodes {number} ist begrenzt. Es wurde kein neuer Code gesendet, und Sie sind nicht angemeldet.',
      ending: 'an die Nummer mit der Endung {ending}',
    },
    request: {
      title: 'Noch keine neue Nachricht',
      what: 'Die Zahl der Nachrichten zu Ihrer Eingabe ist begrenzt. Es wurde nichts gesendet und nichts geändert.',
    },
    'sign-in': {
      title: 'Keine weiteren Codes für diese Anmeldung',
      what: 'Für diese Anmeldung wurden alle Codes verbraucht. Es wurde kein neuer Code gesendet, und Sie sind nicht angemeldet.',
    },
    bank: {
      title: 'Im Moment kein neuer Code',
      what: 'Wir können gerade keine Sicherheitscodes senden. Es wurde kein neuer Code gesendet, und Sie sind nicht angemeldet.',
    },
    anyNumber: 'an Ihre Nummer',
    notSent: 'Es wurde kein neuer Code gesendet. Bitte verwenden Sie den neuesten Code, den Sie haben.',
    inSeconds: 'Sie können es in {seconds} s noch einmal versuchen.',
    from: 'Sie können es ab {time} noch einmal versuchen.',
    now: 'Sie können es jetzt noch einmal versuchen.',
    newSignIn: 'Beginnen Sie eine neue Anmeldung, um einen weiteren Code zu erhalten.',
  },
  forgotPassword: {
    title: 'Passwort vergessen?',
    intro:
      'Geben Sie Ihren Benutzernamen ein. Wenn wir ihn kennen, schicken wir ein vorläufiges Passwort an den Kontakt, den wir von Ihnen haben.',
    send: 'Vorläufiges Passwort schicken',
    back: 'Zurück zur Anmeldung',
  },
  forgotUsername: {
    title: 'Benutzernamen vergessen?',
    intro:
      'Wenn wir kennen, was Sie eingeben, schicken wir Ihren Benutzernamen an den Kontakt, den wir von Ihnen haben.',
    contact: 'E-Mail-Adresse, Telefonnummer oder Kundennummer',
    send: 'Meinen Benutzernamen schicken',
  },
  temporaryPassword: {
    title: 'Geben Sie das vorläufige Passwort ein',
    intro:
      'Wenn wir Ihren Benutzernamen kennen, bekommen Sie in wenigen Minuten eine Nachricht von uns. Das Passwort darin gilt nur kurz.',
    password: 'Vorläufiges Passwort',
  },
  newPassword: {
    title: 'Wählen Sie ein neues Passwort',
    rule: 'Mindestens {count} Zeichen. Lang ist besser als kompliziert: Drei oder vier Wörter merkt man sich leicht.',
    password: 'Neues Passwort',
    repeat: 'Neues Passwort noch einmal',
    save: 'Passwort speichern',
  },
  required: {
    identify: 'Der Benutzername fehlt. Bitte geben Sie ihn ein.',
    password: 'Das Passwort fehlt. Bitte geben Sie es ein.',
    code: 'Der Code fehlt. Bitte geben Sie ihn ein.',
    passkey: 'Der Passkey fehlt. Bitte versuchen Sie es noch einmal.',
    'forgot-password': 'Der Benutzername fehlt. Bitte geben Sie ihn ein.',
    'forgot-username': 'Wir brauchen eine der drei Angaben. Bitte geben Sie sie ein.',
    'temporary-password': 'Das vorläufige Passwort fehlt. Bitte geben Sie es ein.',
  },
  wrong: {
    identify:
      'Damit konnten wir Sie nicht anmelden. Prüfen Sie Ihre Eingabe und versuchen Sie es noch einmal.',
    password:
      'Benutzername oder Passwort stimmt nicht. Sie sind nicht angemeldet. Prüfen Sie beides und versuchen Sie es noch einmal.',
    code: 'Dieser Code stimmt nicht. Sie sind nicht angemeldet. Prüfen Sie ihn und versuchen Sie es noch einmal.',
    passkey:
      'Dieser Passkey stimmt nicht. Sie sind nicht angemeldet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    'forgot-password':
      'Das hat nicht geklappt. Es wurde nichts geändert. Prüfen Sie Ihre Eingabe und versuchen Sie es noch einmal.',
    'forgot-username':
      'Das hat nicht geklappt. Es wurde nichts geschickt. Prüfen Sie Ihre Eingabe und versuchen Sie es noch einmal.',
    'temporary-password':
      'Dieses vorläufige Passwort stimmt nicht oder ist zu alt. Es wurde nichts geändert. Sehen Sie in der neuesten Nachricht nach und versuchen Sie es noch einmal.',
  },
  errors: {
    'login-unavailable':
      'Der andere Anbieter ist gerade nicht erreichbar. Sie sind nicht angemeldet. Versuchen Sie es später noch einmal, oder melden Sie sich anders an.',
    'login-failed':
      'Der andere Anbieter hat Ihre Anmeldung nicht bestätigt. Sie sind nicht angemeldet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    'login-unknown':
      'Mit dieser Anmeldung kommen Sie hier nicht hinein. Melden Sie sich anders an, und verknüpfen Sie sie zuerst mit Ihrem Zugang.',
    'code-wrong':
      'Dieser Code stimmt nicht. Sie sind nicht angemeldet. Nehmen Sie den neuesten Code und versuchen Sie es noch einmal.',
    'code-over': 'Dieser Code ist zu alt. Sie sind nicht angemeldet. Bitte nehmen Sie einen neuen Code.',
    'passkey-failed':
      'Wir konnten Ihren Passkey nicht prüfen. Sie sind nicht angemeldet. Versuchen Sie es noch einmal, oder wählen Sie einen anderen Weg.',
    'passwords-differ':
      'Die beiden Passwörter sind nicht gleich. Es wurde nichts geändert. Geben Sie beide noch einmal ein.',
  },
  passwordErrors: {
    intro: 'Ihr Passwort wurde nicht geändert:',
    'too-short': 'Es ist zu kurz. Nehmen Sie mindestens {count} Zeichen.',
    'too-long': 'Es ist zu lang. Nehmen Sie ein kürzeres.',
    blocklisted: 'Es ist leicht zu erraten, weil viele es benutzen. Wählen Sie ein anderes.',
    'contains-personal-data': 'Es enthält Ihren Namen, Ihren Geburtstag oder Ähnliches. Lassen Sie das weg.',
    'passwords-differ': 'Die beiden Eingaben sind nicht gleich. Geben Sie beide noch einmal ein.',
    'same-as-existing': 'Es ist Ihr jetziges Passwort. Wählen Sie ein anderes.',
  },
  notices: {
    'code-sent-again': 'Wir haben einen neuen Code geschickt. Der vorige gilt nicht mehr.',
    'password-changed': 'Ihr Passwort wurde geändert. Melden Sie sich mit dem neuen an.',
    'username-sent':
      'Wenn wir kennen, was Sie eingegeben haben, bekommen Sie in wenigen Minuten Ihren Benutzernamen.',
    'signed-out-for-safety': 'Sie wurden zu Ihrer Sicherheit abgemeldet. Bitte melden Sie sich neu an.',
  },
  account: {
    title: 'Wie Sie sich anmelden',
    signedInAs: 'Sie sind angemeldet als {username}.',
    access: 'Wer Zugriff hat',
    accessIntro: 'Sehen Sie, welche Anbieter Ihre Konten lesen dürfen, und ziehen Sie Zugriffe zurück.',
    showAccess: 'Anzeigen, wer Zugriff hat',
    passkeys: 'Ihre Passkeys',
    passkeysIntro:
      'Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder Bildschirmsperre an. Niemand kann ihn erraten oder mit einer falschen Seite stehlen.',
    noPasskeys: 'Sie haben noch keinen Passkey.',
    addPasskey: 'Passkey hinzufügen',
    added: 'Hinzugefügt: {time}',
    lastUsed: 'Zuletzt benutzt: {time}',
    neverUsed: 'Noch nicht benutzt',
    remove: 'Entfernen',
    signOutElsewhere: 'Überall sonst abmelden',
    signOut: 'Abmelden',
    back: 'Zurück zur Übersicht',
  },
  addPasskey: {
    title: 'Passkey hinzufügen',
    intro:
      'Geben Sie ihm einen Namen, den Sie wiedererkennen. Dann fragt Ihr Gerät nach Fingerabdruck, Gesicht oder Bildschirmsperre.',
    name: 'Name des Passkeys',
    nameHint: 'Zum Beispiel: mein Telefon',
    save: 'Passkey erstellen',
    failed:
      'Der Passkey wurde nicht erstellt. Es wurde nichts geändert. Vielleicht hat dieses Gerät schon einen für Sie. Versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät.',
    cannot:
      'Dieser Browser kann auf dieser Seite keinen Passkey erstellen. Es wurde nichts geändert. Nehmen Sie einen neueren Browser, und erlauben Sie Skripte.',
  },
  removePasskey: {
    title: 'Diesen Passkey entfernen?',
    what: 'Sie können sich dann nicht mehr mit „{name}“ anmelden. Ihr Passwort und andere Passkeys bleiben, wie sie sind.',
    also: 'Löschen Sie ihn auch auf Ihrem Gerät, dort, wo Ihre Passkeys liegen.',
    confirm: 'Passkey entfernen',
    keep: 'Behalten',
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    what: 'An einem gemeinsam benutzten Computer schließen Sie bitte auch den Browser.',
    again: 'Neu anmelden',
  },
  accountNotices: {
    'passkey-added': 'Der Passkey wurde hinzugefügt. Sie können sich ab jetzt damit anmelden.',
    'passkey-removed': 'Der Passkey wurde entfernt. Sie können sich nicht mehr damit anmelden.',
    'passkey-failed':
      'Der Passkey konnte nicht hinzugefügt werden. Es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
    'signed-out-elsewhere': 'Sie wurden überall sonst abgemeldet.',
  },
};
