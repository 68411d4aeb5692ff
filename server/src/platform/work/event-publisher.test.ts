import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fakeEventPublisher } from '#platform/testing/fake-event-publisher.ts';
import { eventPublisherSuite, someEvent } from './event-publisher.suite.ts';
import { inRounds } from './event-publisher.ts';

eventPublisherSuite('the fake', async () => {
  const publisher = fakeEventPublisher();
  return { publisher, stored: async () => publisher.accepted, close: () => publisher.close() };
});

describe('rounds', () => {
  const events = fc
    .array(fc.record({ bankid: fc.constantFrom('01', '02'), subject: fc.constantFrom('a/1', 'a/2', 'b/1') }))
    .map((published) => published.map((each, index) => someEvent({ ...each, sequence: index })));

  test('contain every event once, none twice of an aggregate, and each aggregate in its order', () => {
    fc.assert(
      fc.property(events, (published) => {
        const rounds = inRounds(published);
        for (const round of rounds) {
          expect(new Set(round.map(({ bankid, subject }) => `${bankid} ${subject}`)).size).toBe(round.length);
        }
        const bySequence = Map.groupBy(rounds.flat(), ({ bankid, subject }) => `${bankid} ${subject}`);
        for (const its of bySequence.values()) {
          expect(its).toEqual(its.toSorted((one, other) => one.sequence - other.sequence));
        }
        expect(rounds.flat()).toHaveLength(published.length);
      }),
    );
  });
});
