import { Temporal } from 'temporal-polyfill';
import type { ApprovalFrame, ApprovalView, Order, PageError, PayeeCheck } from '#capabilities/sca/index.ts';
import { plainTokens } from '#platform/html/brand-tokens.ts';
import type { ApprovalSetting, ApprovalViewOf } from './approval-context.ts';
import { checkedPayment, daily, sampleOrders, savings, transfersOf } from './sample-orders.suite.ts';

const endsAt = Temporal.Instant.from('2026-11-15T13:35:00Z');

/** Returns a frame as for a payment of a web shop. */
export function sampleFrame(changes: Partial<ApprovalFrame> = {}): ApprovalFrame {
  return {
    bankId: '01',
    thirdPartyName: 'Acme Pay',
    purpose: 'payment',
    action: '/sca/x7Kq2mVd81LwPz0aYc5RtGx7Kq2mVd81LwPz0aYc5Rt',
    csrf: 'Zk3v1rQm8dPqWc0yLx5tHs7bNf2uJg9aEo4iKwVzR6M',
    endsAt,
    secondsLeft: 300,
    canExtend: true,
    reference: '7f3a91c2',
    ...changes,
  };
}

export function sampleSetting(changes: Partial<ApprovalSetting> = {}): ApprovalSetting {
  return {
    brand: { ...plainTokens, helpPhone: '0800 123 45 67' },
    bankName: 'Portico Bank',
    language: 'en',
    formOrigins: ['https://pay.acme.example'],
    timeZone: 'Europe/Amsterdam',
    today: '2026-11-15',
    ...changes,
  };
}

const review: ApprovalViewOf<'review'> = {
  kind: 'review',
  order: sampleOrders.payment,
  accountNames: [
    { id: daily.id, name: 'Daily account' },
    { id: savings.id, name: 'Holiday savings' },
  ],
  confirmation: { kind: 'code', ending: '67', resend: { inSeconds: 20, left: 2 } },
  hasOtherMethods: true,
  error: undefined,
};

/** WebAuthn options of a server, with a realistic length. */
const passkeyOptions = JSON.stringify({
  challenge: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  timeout: 120_000,
  rpId: 'bank.example',
  allowCredentials: [{ id: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k', type: 'public-key' }],
  userVerification: 'required',
});

function checked(payeeCheck: PayeeCheck): ApprovalViewOf<'review'> {
  return { ...review, order: checkedPayment(payeeCheck) };
}

function failed(error: PageError): ApprovalViewOf<'review'> {
  return { ...review, error };
}

/** The second of two files is listed, at its second page. */
const basketOfBulks: Order = {
  kind: 'signing-basket',
  id: 'b-4',
  members: [sampleOrders.payment, sampleOrders.bulk, sampleOrders['bulk-large']],
};

const reader: ApprovalViewOf<'review'> = {
  ...review,
  confirmation: { kind: 'challenge', challengeCode: '48291307' },
};
const passkey: ApprovalViewOf<'review'> = {
  ...review,
  confirmation: { kind: 'passkey', options: passkeyOptions },
};
const device: ApprovalViewOf<'review'> = {
  ...review,
  confirmation: { kind: 'device', deviceName: 'Pixel 8', number: '47', canResend: true },
};
const one: ApprovalViewOf<'accounts'> = {
  kind: 'accounts',
  choice: 'one',
  error: undefined,
  accounts: [
    {
      id: 'a-1',
      name: 'Daily account',
      iban: daily.id,
      currency: 'EUR',
      available: { minor: 342_018n, currency: 'EUR' },
      isPreselected: true,
    },
    { id: 'a-2', name: 'Holiday savings', iban: savings.id, currency: 'EUR', isPreselected: false },
    {
      id: 'a-3',
      name: 'Dollar account',
      iban: 'NL20INGB0001234567',
      currency: 'USD',
      obstacle: 'other-currency',
      isPreselected: false,
    },
    {
      id: 'a-4',
      name: 'Old account',
      iban: 'NL39RABO0300065264',
      currency: 'EUR',
      obstacle: 'blocked',
      isPreselected: false,
    },
  ],
};
const several: ApprovalViewOf<'accounts'> = {
  ...one,
  choice: 'several',
  accounts: one.accounts.map((account) => ({ ...account, isPreselected: account.obstacle === undefined })),
};
const returnUrl = 'https://pay.acme.example/back?state=8f2c';
const foreignHost = 'pay.acme.example.xn--cme-rka.co.uk';
const foreignUrl = `https://${foreignHost}/back?state=8f2c`;

const endings = [
  'cancelled',
  'too-many-passwords',
  'too-many-codes',
  'timed-out',
  'no-method',
  'no-account',
  'cannot-sign',
  'declined',
  'confirmation-wrong',
  'subject-ended',
  'restricted',
  'bank-unavailable',
  'maintenance',
] as const;

/** Every view in every state that has its own text, by name. */
export const sampleViews: Readonly<Record<string, ApprovalView>> = {
  identify: { kind: 'identify', error: undefined },
  'identify-missing': { kind: 'identify', error: { kind: 'name-missing' } },
  password: { kind: 'password', name: 'anna', canChangeName: true, error: undefined },
  'password-missing': {
    kind: 'password',
    name: 'anna',
    canChangeName: false,
    error: { kind: 'password-missing' },
  },
  'password-wrong': {
    kind: 'password',
    name: 'anna',
    canChangeName: true,
    error: { kind: 'password-wrong', attemptsLeft: undefined },
  },
  'password-wrong-again': {
    kind: 'password',
    name: 'anna',
    canChangeName: true,
    error: { kind: 'password-wrong', attemptsLeft: 2 },
  },
  'accounts-one': one,
  'accounts-one-missing': { ...one, error: { kind: 'account-missing' } },
  'accounts-one-refused': { ...one, error: { kind: 'account-refused' } },
  'accounts-several': several,
  'accounts-several-missing': { ...several, error: { kind: 'account-missing' } },
  'accounts-several-owners': { ...several, error: { kind: 'account-owners' } },
  method: {
    kind: 'method',
    methods: [
      { methodId: 'm-1', kind: 'device', name: 'Pixel 8' },
      { methodId: 'm-2', kind: 'sms', ending: '67' },
      { methodId: 'm-3', kind: 'ocra', ending: '813' },
      { methodId: 'm-4', kind: 'passkey', name: 'Work laptop' },
    ],
    chosenId: 'm-1',
  },
  'method-not-asked': {
    kind: 'method',
    methods: [
      { methodId: 'm-1', kind: 'device', name: 'Pixel 8' },
      { methodId: 'm-2', kind: 'sms', ending: '67' },
    ],
    chosenId: 'm-1',
    error: { kind: 'device-not-asked' },
  },
  'method-too-soon': {
    kind: 'method',
    methods: [{ methodId: 'm-2', kind: 'sms', ending: '67' }],
    chosenId: undefined,
    error: { kind: 'code-too-soon' },
  },
  'method-unnamed': {
    kind: 'method',
    methods: [
      { methodId: 'm-1', kind: 'device' },
      { methodId: 'm-2', kind: 'sms' },
      { methodId: 'm-4', kind: 'passkey' },
    ],
    chosenId: undefined,
  },
  ...Object.fromEntries(
    Object.entries(sampleOrders).map(([name, order]) => [`review-${name}`, { ...review, order }]),
  ),
  'review-basket-listed': {
    ...review,
    order: basketOfBulks,
    listed: { from: 101, pageSize: 100, transfers: transfersOf(1_234).slice(100, 200), member: 2 },
  },
  'review-chosen': { ...review, hasOtherAccounts: true },
  'review-checked': checked({ outcome: 'match' }),
  'review-almost': checked({ outcome: 'close-match', holderName: 'Acme Group GmbH' }),
  'review-different': checked({ outcome: 'no-match' }),
  'review-unchecked': checked({ outcome: 'not-possible' }),
  'review-plain': {
    ...review,
    hasOtherMethods: false,
    confirmation: { kind: 'code', ending: undefined, resend: undefined },
  },
  'code-missing': failed({ kind: 'code-missing' }),
  'code-wrong': failed({ kind: 'code-wrong', attemptsLeft: 2 }),
  'code-expired': failed({ kind: 'code-expired' }),
  'too-many-messages': failed({ kind: 'too-many-messages' }),
  reader,
  'reader-wrong': { ...reader, error: { kind: 'code-wrong', attemptsLeft: 4 } },
  passkey,
  'passkey-refused': { ...passkey, error: { kind: 'passkey-refused' } },
  device,
  'device-unnamed': {
    ...device,
    hasOtherMethods: false,
    confirmation: { kind: 'device', deviceName: undefined, number: '05' },
  },
  'more-signatures': {
    kind: 'more-signatures',
    given: 1,
    required: 2,
    names: ['A. Jansen', 'M. Bos'],
    returnUrl,
  },
  'more-signatures-several': {
    kind: 'more-signatures',
    given: 1,
    required: 3,
    names: ['A. Jansen', 'M. Bos', 'C. Vos'],
    returnUrl,
  },
  'more-signatures-unnamed': {
    kind: 'more-signatures',
    given: 1,
    required: 12,
    names: [],
    returnUrl: undefined,
  },
  done: { kind: 'done', returnUrl },
  'done-foreign': { kind: 'done', returnUrl: foreignUrl, foreignHost },
  'ended-foreign': {
    kind: 'ended',
    failure: 'cancelled',
    until: undefined,
    returnUrl: foreignUrl,
    foreignHost,
  },
  'more-signatures-foreign': {
    kind: 'more-signatures',
    given: 1,
    required: 2,
    names: ['M. Bos'],
    returnUrl: foreignUrl,
    foreignHost,
  },
  'done-stay': { kind: 'done', returnUrl: undefined },
  ...Object.fromEntries(
    endings.map((failure) => [
      `ended-${failure}`,
      { kind: 'ended', failure, until: undefined, returnUrl } as const,
    ]),
  ),
  'ended-locked': { kind: 'ended', failure: 'too-many-codes', until: endsAt, returnUrl },
  'ended-no-return': { kind: 'ended', failure: 'timed-out', until: undefined, returnUrl: undefined },
  'unknown-link': { kind: 'unknown-link' },
};
