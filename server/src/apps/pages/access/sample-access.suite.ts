import { Temporal } from 'temporal-polyfill';
import type { CustomerConsent, ViewedConsent } from '#capabilities/consents/index.ts';
import type { CustomerFundsConsent } from '#capabilities/funds-confirmations/index.ts';
import type { CustomerStandingOrder } from '#capabilities/payments/index.ts';
import type { DeviceAsker } from '#capabilities/sca/index.ts';
import { type AccessView, accessNotices, orderNotices } from './access-view.ts';

const instant = Temporal.Instant.from('2026-11-15T13:35:00Z');
const timeZone = 'Europe/Amsterdam';
const today = Temporal.PlainDate.from('2026-11-15');

const consent: CustomerConsent = {
  consentId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c',
  thirdPartyName: 'Budget Friend B.V.',
  status: 'valid',
  model: 'detailed',
  accounts: [
    {
      reference: { scheme: 'iban', id: 'DE02100100109307118603' },
      kinds: ['accounts', 'balances', 'transactions'],
    },
    { reference: { scheme: 'maskedPan', id: '525412******3241' }, kinds: ['accounts', 'balances'] },
  ],
  withOwnerName: true,
  purpose: 'Shows your income and spending in one place',
  grantedAt: instant,
  validUntil: Temporal.PlainDate.from('2027-05-01'),
  isRecurring: true,
  endedAt: undefined,
  givenBy: 'customer',
  reestablishableUntil: undefined,
};
const withdrawn: CustomerConsent = {
  ...consent,
  status: 'revokedByPsu',
  endedAt: instant,
  reestablishableUntil: instant.add({ hours: 48 }),
};
const everything: CustomerConsent = {
  ...consent,
  thirdPartyName: '\u202e',
  model: 'allPsd2',
  accounts: [],
  purpose: undefined,
  isRecurring: false,
  givenBy: 'customer-as-proxy',
};

const days: ViewedConsent['accessDays'] = Array.from({ length: 16 }, (_, count) => ({
  day: today.subtract({ days: count }),
  isAttended: count % 3 !== 1,
  isUnattended: count % 3 !== 0,
}));
const viewed = { ...consent, accessDays: days };
const viewedWithdrawn = { ...withdrawn, accessDays: days.slice(0, 3) };
const list = {
  kind: 'list',
  which: 'live',
  page: 1,
  hasMore: false,
  timeZone,
  orders: [],
  funds: [],
  askers: [],
  askerNotice: undefined,
} as const;

const asker: DeviceAsker = {
  asker: 'third-party PSDNL-DNB-A',
  name: 'Budget Friend B.V.',
  askedAt: instant,
  mutedUntil: undefined,
};
const silent: DeviceAsker = {
  ...asker,
  name: 'Shopping Friend B.V.',
  mutedUntil: instant.add({ hours: 24 }),
};

const funds: CustomerFundsConsent = {
  consentId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845e',
  thirdPartyName: 'Shopping Friend B.V.',
  status: 'valid',
  account: { scheme: 'iban', id: 'DE02100100109307118603' },
  cardEnding: '3241',
  grantedAt: instant,
  endedAt: undefined,
  givenBy: 'customer',
  reestablishableUntil: undefined,
};
const withdrawnFunds: CustomerFundsConsent = {
  ...funds,
  status: 'revokedByPsu',
  cardEnding: undefined,
  endedAt: instant,
  givenBy: 'proxy-of-customer',
  reestablishableUntil: instant.add({ hours: 48 }),
};
const askedDays = days.map(({ day }) => day);
const viewedFunds = { ...funds, askedDays };
const viewedWithdrawnFunds = { ...withdrawnFunds, askedDays: [] };

const order: CustomerStandingOrder = {
  orderId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845d',
  thirdPartyName: 'Budget Friend B.V.',
  status: 'ACTC',
  amount: { minor: 75_000n, currency: 'EUR' },
  creditorName: 'Woningbouw Amstel',
  creditorAccount: { scheme: 'iban', id: 'NL91ABNA0417164300' },
  debtorAccount: { scheme: 'iban', id: 'DE02100100109307118603' },
  remittance: 'Rent, flat 12',
  schedule: { startDate: '2026-12-01', frequency: 'Monthly', dayOfExecution: '1' },
  nextDay: Temporal.PlainDate.from('2026-12-01'),
  isSuspended: false,
  endedAt: undefined,
};
const over: CustomerStandingOrder = {
  ...order,
  schedule: { ...order.schedule, endDate: '2027-12-31' },
  remittance: undefined,
  status: 'CANC',
  endedAt: instant,
};
/** A name of which nothing can be shown. */
const nameless: CustomerStandingOrder = { ...order, creditorName: '\u202e', thirdPartyName: '\u202e' };

/** Every view in every state that has its own text, by name. */
export const accessViews: Readonly<Record<string, AccessView>> = {
  'access-list': {
    ...list,
    consents: [consent, everything, { ...consent, status: 'partiallyAuthorised', grantedAt: undefined }],
  },
  'access-list-orders': { ...list, consents: [consent], orders: [order, { ...order, isSuspended: true }] },
  'access-list-askers': {
    ...list,
    consents: [consent],
    askers: [silent, { ...silent, askedAt: undefined }, asker, { ...asker, name: '\u202e' }],
  },
  'access-list-said-muted': { ...list, consents: [], askers: [silent], askerNotice: 'muted' },
  'access-list-said-unmuted': { ...list, consents: [], askers: [], askerNotice: 'unmuted' },
  'access-list-orders-ended': {
    ...list,
    which: 'ended',
    consents: [withdrawn],
    orders: [over, { ...over, status: 'RJCT' }, { ...over, status: 'ACSC' }],
  },
  'access-list-funds': {
    ...list,
    consents: [],
    funds: [
      funds,
      { ...funds, thirdPartyName: '\u202e', status: 'partiallyAuthorised', grantedAt: undefined },
    ],
  },
  'access-list-funds-ended': {
    ...list,
    which: 'ended',
    consents: [],
    funds: [withdrawnFunds, { ...withdrawnFunds, status: 'terminatedByTpp' }],
  },
  'access-funds': { kind: 'funds', step: 'detail', consent: viewedFunds, notice: undefined, timeZone },
  'access-funds-withdrawn': {
    kind: 'funds',
    step: 'detail',
    consent: viewedWithdrawnFunds,
    notice: undefined,
    timeZone,
  },
  ...Object.fromEntries(
    accessNotices.map((notice) => [
      `access-funds-said-${notice}`,
      { kind: 'funds', step: 'detail', consent: viewedWithdrawnFunds, notice, timeZone } as const,
    ]),
  ),
  'access-funds-withdraw': { kind: 'funds', step: 'withdraw', consent: viewedFunds, hours: 48, timeZone },
  'access-funds-withdraw-for-good': {
    kind: 'funds',
    step: 'withdraw',
    consent: viewedFunds,
    hours: 0,
    timeZone,
  },
  'access-funds-re-establish': {
    kind: 'funds',
    step: 're-establish',
    consent: viewedWithdrawnFunds,
    timeZone,
  },
  'access-order': { kind: 'order', order, notice: undefined, timeZone },
  'access-order-nameless': { kind: 'order', order: nameless, notice: undefined, timeZone },
  ...Object.fromEntries(
    orderNotices.map((notice) => [
      `access-order-said-${notice}`,
      { kind: 'order', order: over, notice, timeZone } as const,
    ]),
  ),
  'access-order-end': { kind: 'end-order', order, timeZone },
  'access-list-empty': { ...list, consents: [] },
  'access-list-ended': {
    ...list,
    which: 'ended',
    page: 2,
    hasMore: true,
    consents: [
      withdrawn,
      { ...withdrawn, status: 'expired' },
      { ...withdrawn, status: 'terminatedByTpp', givenBy: 'proxy-of-customer' },
    ],
  },
  'access-list-ended-empty': { ...list, which: 'ended', consents: [] },
  'access-detail': { kind: 'detail', consent: viewed, notice: undefined, timeZone },
  'access-detail-everything': {
    kind: 'detail',
    consent: { ...everything, accessDays: [] },
    notice: undefined,
    timeZone,
  },
  'access-detail-withdrawn': { kind: 'detail', consent: viewedWithdrawn, notice: undefined, timeZone },
  ...Object.fromEntries(
    accessNotices.map((notice) => [
      `access-detail-said-${notice}`,
      { kind: 'detail', consent: viewedWithdrawn, notice, timeZone } as const,
    ]),
  ),
  'access-withdraw': { kind: 'withdraw', consent: viewed, hours: 48, timeZone },
  'access-withdraw-for-good': { kind: 'withdraw', consent: viewed, hours: 0, timeZone },
  'access-re-establish': { kind: 're-establish', consent: viewedWithdrawn, timeZone },
  'access-unknown': { kind: 'unknown' },
};
