import { Temporal } from 'temporal-polyfill';
import type {
  AccountView,
  ShownLimit,
  SignInFrame,
  SignInLimit,
  SignInView,
} from '#capabilities/identity/index.ts';
import type { FactorChoice } from './views.ts';

const instant = Temporal.Instant.from('2026-11-15T13:35:00Z');
const timeZone = 'Europe/Amsterdam';
const choices: readonly FactorChoice[] = [
  { factor: 'passkey' },
  { factor: 'totp' },
  { factor: 'sms', ending: '67' },
];

/** WebAuthn options of a server, with a realistic length. */
const getOptions = JSON.stringify({
  challenge: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  timeout: 120_000,
  rpId: 'bank.example',
  allowCredentials: [],
  userVerification: 'required',
});

const createOptions = JSON.stringify({
  challenge: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  rp: { name: 'Portico Bank', id: 'bank.example' },
  user: { id: 'YW5uYQ', name: 'anna', displayName: 'anna' },
  pubKeyCredParams: [
    { alg: -8, type: 'public-key' },
    { alg: -7, type: 'public-key' },
    { alg: -257, type: 'public-key' },
  ],
  timeout: 120_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
});

/** Returns a frame as for a sign-in from a client of the bank. */
export function sampleFrame(changes: Partial<SignInFrame> = {}): SignInFrame {
  return {
    language: 'en',
    bankId: '01',
    bankName: 'Portico Bank',
    clientName: 'Acme Pay',
    csrf: 'Zk3v1rQm8dPqWc0yLx5tHs7bNf2uJg9aEo4iKwVzR6M',
    action: '/oauth/01/interaction/x7Kq2mVd81LwPz0aYc5RtG',
    formOrigins: ['https://app.acme.example'],
    requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7f3a91c2',
    secondsLeft: 300,
    ...changes,
  };
}

const identify = {
  kind: 'identify',
  username: undefined,
  error: undefined,
  notice: undefined,
  passkeyOptions: getOptions,
  providers: [],
} as const;
const password = {
  kind: 'password',
  username: 'anna',
  hintPictureUrl: undefined,
  error: undefined,
  attemptsLeft: undefined,
} as const;
const smsCode = {
  kind: 'code',
  factor: 'sms',
  ending: '67',
  error: undefined,
  notice: undefined,
  choices: choices.filter(({ factor }) => factor !== 'sms'),
  canResend: true,
} as const;

function limitOf(limit: SignInLimit, waitSeconds: number | undefined): ShownLimit {
  const until = waitSeconds === undefined ? undefined : instant;
  return { limit, until, waitSeconds, timeZone, reason: 'test' };
}

function throttledBy(
  limit: SignInLimit,
  waitSeconds: number | undefined,
): Extract<SignInView, { readonly kind: 'throttled' }> {
  return { kind: 'throttled', limit: limitOf(limit, waitSeconds) };
}

/** Every view in every state that has its own text, by name. */
export const signInViews: Readonly<Record<string, SignInView>> = {
  identify,
  'identify-required': { ...identify, error: 'required' },
  'identify-wrong': { ...identify, username: 'anna', error: 'wrong' },
  'identify-passkey-failed': { ...identify, error: 'passkey-failed' },
  'identify-password-changed': { ...identify, notice: 'password-changed' },
  'identify-username-sent': { ...identify, notice: 'username-sent' },
  'identify-signed-out': { ...identify, notice: 'signed-out-for-safety' },
  'identify-providers': {
    ...identify,
    providers: [
      { provider: 'google', name: 'Google' },
      { provider: 'apple', name: 'Apple' },
    ],
  },
  'identify-login-unavailable': { ...identify, error: 'login-unavailable' },
  'identify-login-failed': { ...identify, error: 'login-failed' },
  'identify-login-unknown': { ...identify, error: 'login-unknown' },
  'linked-login': {
    kind: 'linked-login',
    providerName: 'Google',
    address: 'https://accounts.google.example/auth?client_id=portico&state=abc',
  },
  password,
  'password-required': { ...password, error: 'required' },
  'password-wrong': { ...password, error: 'wrong', attemptsLeft: 2 },
  'password-picture': { ...password, hintPictureUrl: '/oauth/01/hint/abc' },
  method: { kind: 'method', choices, chosen: 'totp' },
  'method-no-number': { kind: 'method', choices: [{ factor: 'sms' }, { factor: 'totp' }], chosen: 'sms' },
  'method-only-one': { kind: 'method', choices: [{ factor: 'sms', ending: '67' }], chosen: 'sms' },
  'code-sms': smsCode,
  'code-sms-again': { ...smsCode, ending: undefined, notice: 'code-sent-again', canResend: false },
  'code-sms-not-sent': { ...smsCode, limit: limitOf('number', 27) },
  'code-sms-wrong': { ...smsCode, error: 'code-wrong' },
  'code-sms-over': { ...smsCode, error: 'code-over' },
  'code-totp': { ...smsCode, factor: 'totp', ending: undefined, canResend: false },
  'code-totp-required': { ...smsCode, factor: 'totp', choices: [], error: 'required', canResend: false },
  passkey: { kind: 'passkey', options: getOptions, error: undefined, choices: choices.slice(1) },
  'passkey-failed': { kind: 'passkey', options: getOptions, error: 'passkey-failed', choices: [] },
  consent: {
    kind: 'consent',
    scopes: ['openid', 'party.read', 'mailbox', 'made.up'],
    username: 'anna',
    organization: undefined,
  },
  'consent-for-organization': {
    kind: 'consent',
    scopes: ['openid', 'mailbox'],
    username: 'anna',
    organization: 'Bakkerij De Gouden Korenaar B.V.',
  },
  locked: { kind: 'locked', until: instant, timeZone },
  'locked-utc': { kind: 'locked', until: instant },
  'locked-for-good': { kind: 'locked', until: undefined },
  'no-factor': { kind: 'no-factor' },
  busy: { kind: 'busy' },
  throttled: throttledBy('connection', 600),
  'throttled-number': { ...throttledBy('number', 27), ending: '67' },
  'throttled-number-unknown': throttledBy('number', 3_000),
  'throttled-number-over': { ...throttledBy('number', 0), ending: '67' },
  'throttled-request': throttledBy('request', 3_000),
  'throttled-sign-in': throttledBy('sign-in', undefined),
  'throttled-bank': throttledBy('bank', 3_000),
  'forgot-password': { kind: 'forgot-password', username: 'anna', error: undefined },
  'forgot-password-required': { kind: 'forgot-password', username: undefined, error: 'required' },
  'forgot-username': { kind: 'forgot-username', error: undefined },
  'forgot-username-required': { kind: 'forgot-username', error: 'required' },
  'temporary-password': { kind: 'temporary-password', error: undefined },
  'temporary-password-wrong': { kind: 'temporary-password', error: 'wrong' },
  'new-password': { kind: 'new-password', errors: [], lengthMin: 15, username: 'anna' },
  'new-password-errors': {
    kind: 'new-password',
    errors: [
      'too-short',
      'too-long',
      'blocklisted',
      'contains-personal-data',
      'passwords-differ',
      'same-as-existing',
    ],
    lengthMin: 15,
    username: 'anna',
  },
};

const passkey = { passkeyId: 'pk-1', name: 'Pixel 8', createdAt: instant, lastUsedAt: instant };
const overview = {
  kind: 'overview',
  username: 'anna',
  hintPictureUrl: 'https://bank.example/v1/identity/pictures/01/abc',
  email: { value: 'anna@example.org', open: undefined },
  phone: { value: '+31612345667', open: '+31612345678' },
  notice: undefined,
  timeZone,
} as const;
const otherBrowser = {
  browserId: 'b-2',
  name: 'Safari on iOS',
  firstSeenAt: instant,
  lastSeenAt: instant,
  isThis: false,
  sessions: [
    {
      sessionId: 's-2',
      clientName: 'Acme Pay',
      browserName: 'Safari on iOS',
      startedAt: instant,
      isThis: false,
    },
  ],
};
const none = { value: undefined, open: undefined };
const empty = { ...overview, passkeys: [], logins: [], linkable: [], browsers: [], sessions: [] };

const linkedLogin = {
  loginId: 'l-1',
  provider: 'google',
  providerName: 'Google',
  login: 'anna@example.org',
  name: 'anna@example.org',
  linkedAt: instant,
};

export const accountViews: Readonly<Record<string, AccountView>> = {
  overview: {
    ...overview,
    passkeys: [passkey, { ...passkey, passkeyId: 'pk-2', name: 'Work laptop', lastUsedAt: undefined }],
    logins: [],
    linkable: [],
    browsers: [
      {
        browserId: 'b-1',
        name: 'Firefox on Linux',
        firstSeenAt: instant,
        lastSeenAt: instant,
        isThis: true,
        sessions: [
          {
            sessionId: 's-1',
            clientName: undefined,
            browserName: 'Firefox on Linux',
            startedAt: instant,
            isThis: true,
          },
        ],
      },
      otherBrowser,
    ],
    sessions: [
      {
        sessionId: 's-3',
        clientName: 'Acme Pay',
        browserName: 'Edge on Windows',
        startedAt: instant,
        isThis: false,
      },
    ],
  },
  'overview-empty': empty,
  'overview-added': { ...empty, notice: 'passkey-added' },
  'overview-removed': { ...empty, notice: 'passkey-removed' },
  'overview-failed': { ...empty, notice: 'passkey-failed' },
  'overview-browser-removed': { ...empty, notice: 'browser-removed' },
  'overview-password': { ...empty, email: none, phone: none, notice: 'password-changed' },
  'overview-elsewhere': { ...empty, notice: 'signed-out-elsewhere' },
  'overview-logins': {
    ...empty,
    logins: [
      linkedLogin,
      { ...linkedLogin, loginId: 'l-2', name: `${'long'.repeat(50)}@example.org` },
      { ...linkedLogin, loginId: 'l-3', login: '117', name: undefined },
    ],
    linkable: [
      { provider: 'google', name: 'Google' },
      { provider: 'apple', name: 'Apple' },
    ],
  },
  'overview-linkable': { ...empty, linkable: [{ provider: 'google', name: 'Google' }] },
  'overview-linked': { ...empty, logins: [linkedLogin], notice: 'login-linked' },
  'overview-unlinked': { ...empty, notice: 'login-unlinked' },
  'overview-login-in-use': { ...empty, notice: 'login-in-use' },
  'overview-login-not-proven': { ...empty, notice: 'login-not-proven' },
  'overview-login-away': { ...empty, notice: 'login-provider-away' },
  'overview-logins-full': { ...empty, notice: 'logins-full' },
  'link-login': {
    kind: 'link-login',
    provider: 'google',
    providerName: 'Google',
    address: 'https://accounts.google.example/auth?client_id=portico&state=abc',
  },
  'unlink-login': { kind: 'unlink-login', login: linkedLogin, timeZone },
  'add-passkey': { kind: 'add-passkey', options: createOptions },
  'remove-passkey': { kind: 'remove-passkey', passkey, timeZone },
  'remove-browser': { kind: 'remove-browser', browser: otherBrowser, timeZone },
  'remove-this-browser': {
    kind: 'remove-browser',
    browser: { ...otherBrowser, isThis: true, sessions: [] },
    timeZone,
  },
  'change-password': { kind: 'change-password', errors: [], lengthMin: 15, username: 'anna' },
  'change-password-current': {
    kind: 'change-password',
    errors: ['current-wrong'],
    lengthMin: 15,
    username: 'anna',
  },
  'change-password-errors': {
    kind: 'change-password',
    errors: ['too-short', 'blocklisted', 'same-as-existing'],
    lengthMin: 15,
    username: 'anna',
  },
  'change-email': { kind: 'change-contact', contact: 'email', value: undefined, error: undefined },
  'change-phone-used': {
    kind: 'change-contact',
    contact: 'phone',
    value: '+31612345678',
    error: 'in-use',
  },
  'confirm-email': {
    kind: 'confirm-contact',
    contact: 'email',
    value: 'anna@example.org',
    error: undefined,
  },
  'confirm-phone-wrong': {
    kind: 'confirm-contact',
    contact: 'phone',
    value: '+31612345678',
    error: 'wrong',
  },
  'choose-picture': {
    kind: 'choose-picture',
    currentUrl: 'https://bank.example/v1/identity/pictures/01/abc',
    pictures: Array.from({ length: 6 }, (_, choice) => ({
      choice,
      image: 'data:image/png;base64,iVBORw0KGgo=',
    })),
  },
  'sign-in-again': { kind: 'sign-in-again' },
  'signed-out': { kind: 'signed-out' },
};
