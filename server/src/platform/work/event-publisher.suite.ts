import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CloudEvent, EventPublisher } from './event-publisher.ts';

/** A publisher, and access to the events its broker stored, in order. */
export interface PublisherUnderTest {
  readonly publisher: EventPublisher;
  stored(): Promise<readonly CloudEvent[]>;
  close(): Promise<void>;
}

/** More than any broker accepts in one message. */
const tooLarge = 'x'.repeat(2_000_000);

/** An event of a separate aggregate by default. */
export function someEvent(more: Partial<CloudEvent> = {}): CloudEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    time: '2026-11-15T10:00:00.000Z',
    type: 'thing-changed',
    source: '/things',
    subject: `thing/${randomUUID()}`,
    datacontenttype: 'application/json',
    bankid: '01',
    sequence: 1,
    actorkind: 'system',
    actorid: 'test',
    data: { nth: 1 },
    ...more,
  };
}

function history(subject: string, length: number): readonly CloudEvent[] {
  return Array.from({ length }, (_, index) => someEvent({ subject, sequence: index + 1 }));
}

/** What every event publisher must do; the fake and each adapter run this. */
export function eventPublisherSuite(name: string, create: () => Promise<PublisherUnderTest>): void {
  describe(`an event publisher: ${name}`, () => {
    let under: PublisherUnderTest;
    beforeAll(async () => {
      under = await create();
    });
    afterAll(() => under.close());

    const storedOf = async (subject: string): Promise<readonly CloudEvent[]> =>
      (await under.stored()).filter((event) => event.subject === subject);

    test('reports that it is connected', () => {
      expect(under.publisher.state()).toBe('connected');
    });

    test('stores an event unchanged and returns its id', async () => {
      const event = someEvent({ data: { text: 'naïve "quoted" № 1', nothing: null } });
      expect(await under.publisher.publish([event])).toEqual(new Set([event.id]));
      expect(await storedOf(event.subject)).toEqual([event]);
    });

    test('does nothing without events', async () => {
      expect(await under.publisher.publish([])).toEqual(new Set());
    });

    test('stores an event once, however often it is published', async () => {
      const event = someEvent();
      const results = [
        await under.publisher.publish([event]),
        await under.publisher.publish([event]),
        await under.publisher.publish([event, event]),
      ];
      expect(results).toEqual(results.map(() => new Set([event.id])));
      expect(await storedOf(event.subject)).toHaveLength(1);
    });

    test('stores the events of each aggregate in the given order, many aggregates concurrently', async () => {
      const histories = Array.from({ length: 20 }, () => history(`thing/${randomUUID()}`, 10));
      const mixed = Array.from({ length: 10 }, (_, nth) => histories.flatMap((its) => its[nth] ?? [])).flat();
      expect((await under.publisher.publish(mixed)).size).toBe(mixed.length);
      const stored = await under.stored();
      for (const its of histories) {
        const subject = its[0]?.subject;
        expect(stored.filter((event) => event.subject === subject)).toEqual(its);
      }
    });

    test('stores nothing of an aggregate after an event that was rejected, and all of the others', async () => {
      const [first, second, third] = history(`thing/${randomUUID()}`, 3);
      const other = someEvent();
      if (first === undefined || second === undefined || third === undefined) throw new Error('three events');
      const events = [first, { ...second, data: tooLarge }, third, other];
      expect(await under.publisher.publish(events)).toEqual(new Set([first.id, other.id]));
      expect(await storedOf(first.subject)).toEqual([first]);
      // Published again, now that it can be accepted, everything arrives in order.
      expect(await under.publisher.publish([second, third])).toEqual(new Set([second.id, third.id]));
      expect(await storedOf(first.subject)).toEqual([first, second, third]);
    });
  });
}
