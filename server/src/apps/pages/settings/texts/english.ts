/** Texts of the forms in which a signed-in customer changes the own data. Other languages have the same shape. */
export const english = {
  cancel: 'Cancel',
  password: {
    heading: 'Your password',
    about: 'You need it for every sign-in without a passkey.',
    change: 'Change password',
    title: 'Change your password',
    current: 'Your password now',
    after: 'You stay signed in here. Everywhere else you are signed out.',
    errors: {
      'current-missing': 'Your password now is missing. Please enter it.',
      'current-wrong': 'Your password now is not right. Check it and try again.',
    },
  },
  contacts: {
    heading: 'How we reach you',
    email: 'E-mail address',
    phone: 'Phone number',
    none: 'We have none yet.',
    change: 'Change',
    open: '{value} still waits for its code.',
    enter: 'Enter the code',
    titles: { email: 'Change your e-mail address', phone: 'Change your phone number' },
    fields: { email: 'New e-mail address', phone: 'New phone number' },
    hints: {
      email: 'We send a code there. Until you enter it, the old address stays in use.',
      phone:
        'With the country code, for example +49 151 23456789. We send a code there. After the change, text messages cannot confirm anything for 24 hours.',
    },
    send: 'Send the code',
    errors: {
      required: 'Nothing was entered. Please enter it.',
      invalid: 'We cannot use that. Nothing was sent. Check what you entered and try again.',
      'in-use': 'That belongs to another user. Nothing was sent. Enter another one.',
      'too-soon': 'Codes are limited. Nothing was sent. Wait a few minutes, then try again.',
    },
  },
  code: {
    title: 'Enter the code',
    sent: 'We sent a code to {value}.',
    code: 'Code',
    hint: 'Never tell it to anyone, not even to us.',
    save: 'Confirm',
    other: 'Send a new code, or enter something else',
    errors: {
      wrong: 'That code is not right. Nothing was changed. Check the newest message and try again.',
      over: 'That code is too old. Nothing was changed. Have a new one sent.',
      'too-soon': 'There were too many tries. Nothing was changed. Wait a few minutes, then try again.',
    },
  },
  picture: {
    heading: 'Your picture',
    about: 'We show it before you enter your password. If it is missing, the page is not ours.',
    alt: 'Your picture now',
    change: 'Choose another picture',
    title: 'Choose your picture',
    legend: 'Which one will you recognise?',
    choice: 'Picture {number}',
    save: 'Use this picture',
  },
  logins: {
    heading: 'Logins at other providers',
    intro:
      'Sign in with a login that you have elsewhere. A second proof may still follow. Do you see one that is not yours? Remove it.',
    none: 'No login is linked yet.',
    link: 'Link a login at {provider}',
    unlink: 'Remove',
    since: 'Linked {time}',
    linking: {
      title: 'Link a login at {provider}',
      what: 'You sign in at {provider} and come back here. {bank} learns only which login it is. From then on it signs you in here.',
      go: 'Go to {provider}',
    },
    unlinking: {
      title: 'Remove this login?',
      what: 'With your login at {provider} you cannot sign in here any more. The login itself stays as it is.',
      confirm: 'Remove the login',
      keep: 'Keep it',
    },
  },
  browsers: {
    heading: 'Where you are signed in',
    intro: 'Do you see a browser that is not yours? Remove it, and change your password.',
    none: 'No browser is known yet.',
    seen: 'First used {first}, last used {last}',
    here: 'This browser',
    client: '{client}: signed in since {time}',
    ownPages: 'Pages of your bank',
    remove: 'Remove',
  },
  removeBrowser: {
    title: 'Remove this browser?',
    what: '“{name}” is signed out of these pages. At the next sign-in we treat it as a new browser.',
    here: 'It is the browser that you use now, so you will have to sign in again.',
    clients: 'Applications in it stay signed in. To end them too, choose “Sign out everywhere else”.',
    confirm: 'Remove the browser',
    keep: 'Keep it',
  },
  again: {
    title: 'Please sign in once more',
    what: 'Your sign-in was a while ago. For this change we must be sure that it is you. Nothing was changed.',
    button: 'Sign in again',
  },
  notices: {
    'login-linked': 'The login was linked. You can sign in with it from now on.',
    'login-unlinked': 'The login was removed. It does not sign you in any more.',
    'login-in-use':
      'This login belongs to another user. Nothing was linked. Choose another login at the provider.',
    'login-not-proven':
      'The other provider did not confirm your login. Nothing was linked. Please try again.',
    'login-provider-away':
      'The other provider cannot be reached at the moment. Nothing was linked. Try again later.',
    'logins-full': 'You have linked as many logins as possible. Nothing was linked. Remove one first.',
    'password-changed': 'Your password was changed. You were signed out everywhere else.',
    'email-changed': 'Your e-mail address was changed.',
    'phone-changed': 'Your phone number was changed.',
    'picture-changed': 'Your picture was changed. You see it at the next sign-in.',
    'browser-removed': 'The browser was removed and signed out.',
  },
};

/** Texts of one language. */
export type SettingsTexts = typeof english;
