import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  type BudgetedSend,
  budgetsOf,
  countedBy,
  evaluateLimits,
  hourOf,
  type Tallies,
  type TallyKey,
  tallyName,
  usedKeys,
  withHour,
} from './send-limits.ts';

const now = Temporal.Instant.from('2027-03-03T12:20:00.5Z');
const noon = hourOf(now);
const place = { prefix: '+49151123', country: '49' };
const stranger: BudgetedSend = { channel: 'sms', clientId: 'web', isRegistered: false, place };

type Counts = readonly [scope: TallyKey['scope'], key: string, sent: number, used: number, hoursAgo?: number];

function tallies(...counts: readonly Counts[]): Tallies {
  const found = new Map<string, { hour: Temporal.Instant; sent: number; used: number }[]>();
  for (const [scope, key, sent, used, hoursAgo = 0] of counts) {
    const name = tallyName({ scope, key });
    found.set(name, [...(found.get(name) ?? []), { hour: noon.subtract({ hours: hoursAgo }), sent, used }]);
  }
  return found;
}

const namesOf = (send: BudgetedSend, known: Tallies = new Map()): readonly string[] =>
  budgetsOf(send, known, noon).map(tallyName);

const judged = (known: Tallies): string => {
  const verdict = evaluateLimits(budgetsOf(stranger, known, noon), known, now);
  return verdict.kind === 'granted'
    ? ['granted', ...verdict.usedUp.map(tallyName)].join(', ')
    : `${tallyName(verdict.budget)} ${verdict.retryAfterSeconds}`;
};

describe('budgets of a send', () => {
  it('to a stranger are those of bank, client, country and block, in the order of their names', () => {
    const names = namesOf(stranger);
    expect(names).toEqual([
      'bank unproven',
      'bank unregistered',
      'client +49151123 web',
      'client sms-unregistered web',
      'country 49',
      'prefix +49151123',
    ]);
    expect(names).toEqual([...names].sort());
    expect(countedBy(stranger, noon).map(tallyName)).toEqual(names);
  });

  it('to somebody we know share nothing with those to strangers', () => {
    const strangers = new Set(namesOf(stranger));
    expect(namesOf({ ...stranger, isRegistered: true })).toEqual(['client sms-registered web']);
    expect(namesOf({ ...stranger, isRegistered: true, place: undefined })).toEqual([
      'client sms-registered web',
    ]);
    expect(namesOf({ ...stranger, isRegistered: true }).some((name) => strangers.has(name))).toBe(false);
  });

  it('by e-mail are those of the client alone', () => {
    const mail = { ...stranger, channel: 'email', place: undefined } as const;
    expect(namesOf(mail)).toEqual(['client email-unregistered web']);
    expect(namesOf({ ...mail, isRegistered: true })).toEqual(['client email-registered web']);
  });

  it('do not take from what is set aside for unknown places where block or country is proven', () => {
    expect(namesOf(stranger, tallies(['prefix', '+49151123', 10, 10]))).not.toContain('bank unproven');
    expect(namesOf(stranger, tallies(['prefix', '+49151123', 9, 9]))).toContain('bank unproven');
    expect(namesOf(stranger, tallies(['country', '49', 20, 20]))).not.toContain('bank unproven');
    expect(namesOf(stranger, tallies(['country', '49', 19, 19]))).toContain('bank unproven');
  });
});

describe('a send to a stranger', () => {
  it('is granted where nothing was sent', () => {
    expect(judged(tallies())).toBe('granted');
  });

  it.each<readonly [TallyKey['scope'], string, number]>([
    ['bank', 'unproven', 100],
    ['bank', 'unregistered', 2_000],
    ['client', '+49151123 web', 200],
    ['client', 'sms-unregistered web', 1_000],
  ])('takes the last of %s %s and is refused after it, until the next hour', (scope, key, limit) => {
    expect(judged(tallies([scope, key, limit - 2, 0]))).toBe('granted');
    expect(judged(tallies([scope, key, limit - 1, 0]))).toBe(`granted, ${scope} ${key}`);
    expect(judged(tallies([scope, key, limit, 0]))).toBe(`${scope} ${key} 2400`);
    expect(judged(tallies([scope, key, limit, 0, 1]))).toBe('granted');
  });

  it('is refused where 20 codes of the block or 50 of the country are outstanding, until they are forgiven', () => {
    expect(judged(tallies(['prefix', '+49151123', 19, 0]))).toBe('granted, prefix +49151123');
    expect(judged(tallies(['prefix', '+49151123', 20, 0]))).toBe('prefix +49151123 20400');
    expect(judged(tallies(['country', '49', 49, 0]))).toBe('granted, country 49');
    expect(judged(tallies(['country', '49', 50, 0]))).toBe('country 49 20400');
  });

  it('goes on in a proven block when the rest of its country is misused', () => {
    expect(
      judged(
        tallies(['country', '49', 500, 0], ['bank', 'unproven', 100, 0], ['prefix', '+49151123', 10, 10, 8]),
      ),
    ).toBe('granted');
  });

  it('is told the longest of its waits', () => {
    expect(judged(tallies(['bank', 'unproven', 100, 0], ['country', '49', 50, 0, 3]))).toBe(
      'country 49 9600',
    );
  });
});

it('the present hour is judged as it is by now, the others as they were', () => {
  const merged = withHour(
    tallies(['prefix', 'a', 1, 0], ['prefix', 'a', 7, 3, 1]),
    tallies(['prefix', 'a', 5, 2], ['bank', 'b', 1, 0]),
    noon,
  );
  expect(merged.get('prefix a')).toEqual([
    { hour: noon.subtract({ hours: 1 }), sent: 7, used: 3 },
    { hour: noon, sent: 5, used: 2 },
  ]);
  expect(merged.get('bank b')).toEqual([{ hour: noon, sent: 1, used: 0 }]);
});

it('the use of a code speaks for its block; that of a stranger also wherever it was counted', () => {
  expect(usedKeys({ ...stranger, isRegistered: true }).map(tallyName)).toEqual(['prefix +49151123']);
  expect(usedKeys(stranger).map(tallyName)).toEqual(
    namesOf(stranger).filter((name) => name !== 'bank unproven'),
  );
  expect(usedKeys({ ...stranger, place: undefined })).toEqual([]);
});
