import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CloudEvent, EventPublisher } from './event-publisher.ts';

/** A publisher and a look at what is kept on the other side, in its order. */
export interface PublisherUnderTest {
  readonly publisher: EventPublisher;
  kept(): Promise<readonly CloudEvent[]>;
  close(): Promise<void>;
}

/** More than any broker takes in one message. */
const tooLarge = 'x'.repeat(2_000_000);

/** An event of an aggregate of its own, unless told otherwise. */
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

/** What every event publisher promises; the fake and each adapter run this. */
export function eventPublisherSuite(name: string, create: () => Promise<PublisherUnderTest>): void {
  describe(`an event publisher: ${name}`, () => {
    let under: PublisherUnderTest;
    beforeAll(async () => {
      under = await create();
    });
    afterAll(() => under.close());

    const keptOf = async (subject: string): Promise<readonly CloudEvent[]> =>
      (await under.kept()).filter((event) => event.subject === subject);

    test('says that it is connected', () => {
      expect(under.publisher.state()).toBe('connected');
    });

    test('keeps an event as it was given and answers with its id', async () => {
      const event = someEvent({ data: { text: 'naïve "quoted" № 1', nothing: null } });
      expect(await under.publisher.publish([event])).toEqual(new Set([event.id]));
      expect(await keptOf(event.subject)).toEqual([event]);
    });

    test('has nothing to do with nothing', async () => {
      expect(await under.publisher.publish([])).toEqual(new Set());
    });

    test('keeps an event once, however often it is told', async () => {
      const event = someEvent();
      const answers = [
        await under.publisher.publish([event]),
        await under.publisher.publish([event]),
        await under.publisher.publish([event, event]),
      ];
      expect(answers).toEqual(answers.map(() => new Set([event.id])));
      expect(await keptOf(event.subject)).toHaveLength(1);
    });

    test('keeps the events of each aggregate in the order given, many aggregates at once', async () => {
      const histories = Array.from({ length: 20 }, () => history(`thing/${randomUUID()}`, 10));
      const mixed = Array.from({ length: 10 }, (_, nth) => histories.flatMap((its) => its[nth] ?? [])).flat();
      expect((await under.publisher.publish(mixed)).size).toBe(mixed.length);
      const kept = await under.kept();
      for (const its of histories) {
        const subject = its[0]?.subject;
        expect(kept.filter((event) => event.subject === subject)).toEqual(its);
      }
    });

    test('keeps nothing of an aggregate behind an event that was not taken, and all of the others', async () => {
      const [first, second, third] = history(`thing/${randomUUID()}`, 3);
      const other = someEvent();
      if (first === undefined || second === undefined || third === undefined) throw new Error('three events');
      const events = [first, { ...second, data: tooLarge }, third, other];
      expect(await under.publisher.publish(events)).toEqual(new Set([first.id, other.id]));
      expect(await keptOf(first.subject)).toEqual([first]);
      // Told again, now that it can be taken, everything comes in order.
      expect(await under.publisher.publish([second, third])).toEqual(new Set([second.id, third.id]));
      expect(await keptOf(first.subject)).toEqual([first, second, third]);
    });
  });
}
