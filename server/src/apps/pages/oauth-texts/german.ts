import type { OauthTexts } from './oauth-texts.ts';

const notSignedIn = 'Sie sind nicht angemeldet, und es wurde nichts geändert.';
const goBackLater =
  'Gehen Sie zurück zu der Anwendung, von der Sie kamen, und versuchen Sie es in einer Minute noch einmal.';

/** German, with the polite form. */
export const german: OauthTexts = {
  signInFailures: {
    'sign-in-over': {
      title: 'Diese Anmeldung ist nicht mehr offen',
      paragraphs: [
        'Sie ist schon beendet, zu lange unbenutzt geblieben oder wurde in einem anderen Browser begonnen.',
        'Gehen Sie zurück zu der Anwendung, von der Sie kamen, und melden Sie sich neu an.',
      ],
    },
    'customer-sign-in-absent': {
      title: 'Die Anmeldung für Kundinnen und Kunden gibt es hier noch nicht',
      paragraphs: [notSignedIn, 'Bitte nehmen Sie den Weg zu Ihrer Bank, den Sie schon kennen.'],
    },
    'staff-provider-absent': {
      title: 'Die Anmeldung für Personal ist für diese Bank nicht eingerichtet',
      paragraphs: [
        notSignedIn,
        'Wer dieses System betreibt, muss zuerst den Anmeldedienst der Bank verbinden. Bitte sagen Sie dort Bescheid.',
      ],
    },
    'staff-provider-away': {
      title: 'Der Anmeldedienst Ihrer Bank antwortet nicht',
      paragraphs: [
        notSignedIn,
        'Warten Sie eine Minute und versuchen Sie es noch einmal. Wenn es so bleibt, sagen Sie es Ihrem Support.',
      ],
    },
    'sign-in-not-proven': {
      title: 'Wir konnten Ihre Anmeldung nicht bestätigen',
      paragraphs: [
        `Was der Anmeldedienst Ihrer Bank uns geschickt hat, ließ sich nicht prüfen. ${notSignedIn}`,
        'Versuchen Sie es noch einmal. Wenn es wieder passiert, sagen Sie es Ihrem Support.',
      ],
    },
    'employee-unnamed': {
      title: 'Wir kennen Ihre Personalnummer nicht',
      paragraphs: [
        `Der Anmeldedienst Ihrer Bank hat sie uns nicht genannt. ${notSignedIn}`,
        'Ein neuer Versuch hilft nicht. Bitten Sie Ihren Support, Ihr Konto zu vervollständigen.',
      ],
    },
    'employee-without-role': {
      title: 'Sie haben keinen Zugang zu dieser Anwendung',
      paragraphs: [
        'Ihre Anmeldung hat geklappt, aber Ihr Konto hat hier keine Rolle.',
        'Wenn Sie den Zugang für Ihre Arbeit brauchen, fragen Sie Ihre Leitung oder Ihren Support. Melden Sie sich danach neu an.',
      ],
    },
    'employee-mismatch': {
      title: 'Diese Personalnummer gehört zu einem anderen Konto',
      paragraphs: [
        `Zwei Konten haben sie, deshalb wissen wir nicht sicher, wer Sie sind. ${notSignedIn}`,
        'Bitten Sie Ihren Support, Ihr Konto anzusehen.',
      ],
    },
    'employee-cut-off': {
      title: 'Ihr Zugang ist gesperrt',
      paragraphs: [
        `Ihre Bank hat Ihren Zugang gesperrt. ${notSignedIn}`,
        'Ein neuer Versuch hilft nicht. Wenden Sie sich an Ihre Führungskraft oder Ihren Support.',
      ],
    },
    'sign-in-too-weak': {
      title: 'Eine stärkere Anmeldung ist nötig',
      paragraphs: [
        'Was Sie tun möchten, braucht einen zweiten Nachweis, zum Beispiel Ihr Telefon oder einen Sicherheitsschlüssel. Es wurde nichts geändert.',
        'Versuchen Sie es noch einmal mit dem zweiten Nachweis. Wenn Sie nicht danach gefragt werden, sagen Sie es Ihrem Support.',
      ],
    },
    'sign-in-too-old': {
      title: 'Eine neue Anmeldung ist nötig',
      paragraphs: [
        'Ihre letzte Anmeldung ist zu lange her für das, was Sie tun möchten. Es wurde nichts geändert.',
        'Versuchen Sie es noch einmal, und geben Sie Ihr Passwort ein, wenn Sie danach gefragt werden.',
      ],
    },
    'internal-error': {
      title: 'Bei uns ist etwas schiefgegangen',
      paragraphs: ['Es lag nicht an Ihnen. Vielleicht sind Sie nicht angemeldet.', goBackLater],
    },
  },
  failures: {
    server_error: {
      title: 'Bei uns ist etwas schiefgegangen',
      paragraphs: ['Es lag nicht an Ihnen. Es wurde nichts geändert.', goBackLater],
    },
    temporarily_unavailable: {
      title: 'Im Moment nicht möglich',
      paragraphs: ['Es wurde nichts geändert.', goBackLater],
    },
  },
  otherFailure: {
    title: 'Dieser Link funktioniert nicht',
    paragraphs: [
      'Vielleicht ist er zu alt, schon benutzt oder in einem anderen Browser geöffnet als dem, für den er gemacht wurde. Es wurde nichts geändert.',
      'Gehen Sie zurück zu der Anwendung, von der Sie kamen, und beginnen Sie neu.',
    ],
  },
  signOut: {
    title: 'Abmelden?',
    paragraphs: [
      'Sie werden überall abgemeldet, wo Sie diese Anmeldung in diesem Browser benutzt haben.',
      'Um angemeldet zu bleiben, schließen Sie einfach diese Seite.',
    ],
  },
  signedOut: {
    title: 'Sie sind abgemeldet',
    paragraphs: ['An einem gemeinsam benutzten Computer schließen Sie bitte auch den Browser.'],
  },
  words: {
    tryAgain: 'Noch einmal versuchen',
    signOutNow: 'Abmelden',
    reference: 'Wenn Sie um Hilfe bitten, nennen Sie dieses Kennzeichen:',
    forDevelopers: 'Einzelheiten für die Entwicklung',
  },
};
