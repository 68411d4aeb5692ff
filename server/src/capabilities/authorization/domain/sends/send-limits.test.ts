import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  type CountedSend,
  evaluateLimits,
  hourOf,
  limitsOf,
  type Tallies,
  type TallyKey,
  tallyKeysOf,
  tallyName,
  usedKeys,
  withHour,
} from './send-limits.ts';

const now = Temporal.Instant.from('2027-03-03T12:20:00.5Z');
const noon = hourOf(now);
const destination = { prefix: '+49151123', country: '49' };
const unknownRecipient: CountedSend = {
  channel: 'sms',
  clientId: 'web',
  isRegistered: false,
  destination,
};

type Counts = readonly [scope: TallyKey['scope'], key: string, sent: number, used: number, hoursAgo?: number];

function tallies(...counts: readonly Counts[]): Tallies {
  const found = new Map<string, { hour: Temporal.Instant; sent: number; used: number }[]>();
  for (const [scope, key, sent, used, hoursAgo = 0] of counts) {
    const name = tallyName({ scope, key });
    found.set(name, [...(found.get(name) ?? []), { hour: noon.subtract({ hours: hoursAgo }), sent, used }]);
  }
  return found;
}

const namesOf = (send: CountedSend, known: Tallies = new Map()): readonly string[] =>
  limitsOf(send, known, noon).map(tallyName);

const verdictOf = (known: Tallies): string => {
  const verdict = evaluateLimits(limitsOf(unknownRecipient, known, noon), known, now);
  return verdict.kind === 'granted'
    ? ['granted', ...verdict.usedUp.map(tallyName)].join(', ')
    : `${tallyName(verdict.sendLimit)} ${verdict.retryAfterSeconds}`;
};

describe('limits of a send', () => {
  it('to an unknown recipient are those of bank, client, country and range, in the order of their names', () => {
    const names = namesOf(unknownRecipient);
    expect(names).toEqual([
      'bank unproven',
      'bank unregistered',
      'client +49151123 web',
      'client sms-unregistered web',
      'country 49',
      'prefix +49151123',
    ]);
    expect(names).toEqual([...names].sort());
    expect(tallyKeysOf(unknownRecipient, noon).map(tallyName)).toEqual(names);
  });

  it('to a known user share nothing with those to unknown recipients', () => {
    const unknownNames = new Set(namesOf(unknownRecipient));
    expect(namesOf({ ...unknownRecipient, isRegistered: true })).toEqual(['client sms-registered web']);
    expect(namesOf({ ...unknownRecipient, isRegistered: true, destination: undefined })).toEqual([
      'client sms-registered web',
    ]);
    expect(namesOf({ ...unknownRecipient, isRegistered: true }).some((name) => unknownNames.has(name))).toBe(
      false,
    );
  });

  it('of a client to known users are spread over counters that are added up', () => {
    const known = { ...unknownRecipient, isRegistered: true };
    const names = new Set(Array.from({ length: 64 }, (_, spread) => namesOf({ ...known, spread })[0]));
    expect(names.size).toBe(16);
    expect(new Set(tallyKeysOf(known, noon).map(tallyName))).toEqual(names);
    const [limit] = limitsOf(known, new Map(), noon);
    const spreadTallies = (sent: number) =>
      new Map([...names].map((name) => [name ?? '', [{ hour: noon, sent, used: 0 }]]));
    const verdictAt = (sent: number) => evaluateLimits(limit ? [limit] : [], spreadTallies(sent), noon).kind;
    expect([verdictAt(1_249), verdictAt(1_250)]).toEqual(['granted', 'refused']);
  });

  it('by e-mail are those of the client alone', () => {
    const mail = { ...unknownRecipient, channel: 'email', destination: undefined } as const;
    expect(namesOf(mail)).toEqual(['client email-unregistered web']);
    expect(namesOf({ ...mail, isRegistered: true })).toEqual(['client email-registered web']);
  });

  it('do not count as unproven where range or country is proven', () => {
    expect(namesOf(unknownRecipient, tallies(['prefix', '+49151123', 10, 10]))).not.toContain(
      'bank unproven',
    );
    expect(namesOf(unknownRecipient, tallies(['prefix', '+49151123', 9, 9]))).toContain('bank unproven');
    expect(namesOf(unknownRecipient, tallies(['country', '49', 20, 20]))).not.toContain('bank unproven');
    expect(namesOf(unknownRecipient, tallies(['country', '49', 19, 19]))).toContain('bank unproven');
  });
});

describe('a send to an unknown recipient', () => {
  it('is granted where nothing was sent', () => {
    expect(verdictOf(tallies())).toBe('granted');
  });

  it.each<readonly [TallyKey['scope'], string, number]>([
    ['bank', 'unproven', 100],
    ['bank', 'unregistered', 2_000],
    ['client', '+49151123 web', 200],
    ['client', 'sms-unregistered web', 1_000],
  ])('exhausts %s %s and is refused after it, until the next hour', (scope, key, limit) => {
    expect(verdictOf(tallies([scope, key, limit - 2, 0]))).toBe('granted');
    expect(verdictOf(tallies([scope, key, limit - 1, 0]))).toBe(`granted, ${scope} ${key}`);
    expect(verdictOf(tallies([scope, key, limit, 0]))).toBe(`${scope} ${key} 2400`);
    expect(verdictOf(tallies([scope, key, limit, 0, 1]))).toBe('granted');
  });

  it('is refused where 20 codes of the range or 50 of the country are outstanding, until they expire', () => {
    expect(verdictOf(tallies(['prefix', '+49151123', 19, 0]))).toBe('granted, prefix +49151123');
    expect(verdictOf(tallies(['prefix', '+49151123', 20, 0]))).toBe('prefix +49151123 20400');
    expect(verdictOf(tallies(['country', '49', 49, 0]))).toBe('granted, country 49');
    expect(verdictOf(tallies(['country', '49', 50, 0]))).toBe('country 49 20400');
  });

  it('is granted in a proven range while the rest of its country is misused', () => {
    expect(
      verdictOf(
        tallies(['country', '49', 500, 0], ['bank', 'unproven', 100, 0], ['prefix', '+49151123', 10, 10, 8]),
      ),
    ).toBe('granted');
  });

  it('gets the longest of its waits', () => {
    expect(verdictOf(tallies(['bank', 'unproven', 100, 0], ['country', '49', 50, 0, 3]))).toBe(
      'country 49 9600',
    );
  });
});

it('the present hour is evaluated as it is now, the others as they were', () => {
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

it('the use of a code counts for its range; that of an unknown recipient also where it was counted', () => {
  expect(usedKeys({ ...unknownRecipient, isRegistered: true }).map(tallyName)).toEqual(['prefix +49151123']);
  expect(usedKeys(unknownRecipient).map(tallyName)).toEqual(
    namesOf(unknownRecipient).filter((name) => name !== 'bank unproven'),
  );
  expect(usedKeys({ ...unknownRecipient, destination: undefined })).toEqual([]);
});
