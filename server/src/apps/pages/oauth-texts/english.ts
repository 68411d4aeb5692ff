import type { OauthTexts } from './oauth-texts.ts';

const notSignedIn = 'You are not signed in, and nothing was changed.';

/** All texts of these pages. Other languages have the same shape. */
export const english: OauthTexts = {
  signInFailures: {
    'sign-in-over': {
      title: 'This sign-in is no longer open',
      paragraphs: [
        'It is already finished, it was left alone for too long, or it was started in another browser.',
        'Go back to the application you came from and sign in again.',
      ],
    },
    'customer-sign-in-absent': {
      title: 'Sign-in for customers is not available here yet',
      paragraphs: [notSignedIn, 'Please use the way to your bank that you already know.'],
    },
    'staff-provider-absent': {
      title: 'Staff sign-in is not set up for this bank',
      paragraphs: [
        notSignedIn,
        'The people who run this system must connect the bank’s sign-in service first. Please tell them.',
      ],
    },
    'staff-provider-away': {
      title: 'Your bank’s sign-in service does not answer',
      paragraphs: [notSignedIn, 'Wait a minute, then try again. If it goes on, tell your support desk.'],
    },
    'sign-in-not-proven': {
      title: 'We could not confirm your sign-in',
      paragraphs: [
        `What your bank’s sign-in service sent us could not be verified. ${notSignedIn}`,
        'Try again. If it happens a second time, tell your support desk.',
      ],
    },
    'employee-unnamed': {
      title: 'We do not know your employee number',
      paragraphs: [
        `Your bank’s sign-in service did not tell it to us. ${notSignedIn}`,
        'Trying again will not help. Ask your support desk to complete your account.',
      ],
    },
    'employee-without-role': {
      title: 'You have no access to this application',
      paragraphs: [
        'Your sign-in worked, but your account has no role here.',
        'If you need access for your work, ask your manager or your support desk for it. Then sign in again.',
      ],
    },
    'employee-mismatch': {
      title: 'This employee number belongs to another account',
      paragraphs: [
        `Two accounts have it, so we cannot be sure who you are. ${notSignedIn}`,
        'Ask your support desk to look at your account.',
      ],
    },
    'employee-cut-off': {
      title: 'Your access has been suspended',
      paragraphs: [
        `Your bank has cut off your access. ${notSignedIn}`,
        'Trying again will not help. Ask your manager or your support desk.',
      ],
    },
    'sign-in-too-weak': {
      title: 'A stronger sign-in is needed',
      paragraphs: [
        'What you want to do asks for a second factor, such as your phone or a security key. Nothing was changed.',
        'Try again and use your second factor. If you are not asked for one, tell your support desk.',
      ],
    },
    'sign-in-too-old': {
      title: 'A fresh sign-in is needed',
      paragraphs: [
        'Your last sign-in is too long ago for what you want to do. Nothing was changed.',
        'Try again and enter your password when you are asked for it.',
      ],
    },
    'internal-error': {
      title: 'Something failed on our side',
      paragraphs: [
        'It was not your fault. You may not be signed in.',
        'Go back to the application you came from and try again in a minute.',
      ],
    },
  },
  failures: {
    server_error: {
      title: 'Something failed on our side',
      paragraphs: [
        'It was not your fault. Nothing was changed.',
        'Go back to the application you came from and try again in a minute.',
      ],
    },
    temporarily_unavailable: {
      title: 'Not available at the moment',
      paragraphs: [
        'Nothing was changed.',
        'Go back to the application you came from and try again in a minute.',
      ],
    },
  },
  otherFailure: {
    title: 'This link does not work',
    paragraphs: [
      'It may be too old, used already, or opened in another browser than the one it was made for. Nothing was changed.',
      'Go back to the application you came from and start again.',
    ],
  },
  signOut: {
    title: 'Sign out?',
    paragraphs: [
      'You will be signed out everywhere you used this sign-in in this browser.',
      'To stay signed in, just close this page.',
    ],
  },
  signedOut: {
    title: 'You are signed out',
    paragraphs: ['On a shared computer, please close the browser as well.'],
  },
  words: {
    tryAgain: 'Try again',
    signOutNow: 'Sign out',
    reference: 'If you ask for help, give this reference:',
    forDevelopers: 'Details for developers',
  },
};
