import { Temporal } from 'temporal-polyfill';
import type { CustomerConsent, ViewedConsent } from '#capabilities/consents/index.ts';
import { type AccessView, accessNotices } from './access-view.ts';

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
const list = { kind: 'list', which: 'live', page: 1, hasMore: false, timeZone } as const;

/** Every view in every state that has its own text, by name. */
export const accessViews: Readonly<Record<string, AccessView>> = {
  'access-list': {
    ...list,
    consents: [consent, everything, { ...consent, status: 'partiallyAuthorised', grantedAt: undefined }],
  },
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
