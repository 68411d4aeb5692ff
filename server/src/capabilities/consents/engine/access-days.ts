import type { Temporal } from 'temporal-polyfill';
import { lruCache } from '#platform/kernel/lru-cache.ts';
import type { ConsentDay } from '../domain/access-day.ts';

/** A read under a consent. */
export interface ConsentRead {
  readonly bankId: string;
  readonly consentId: string;
  /** Where the bank is. */
  readonly day: Temporal.PlainDate;
  /** Whether the customer asked for it. */
  readonly isAttended: boolean;
}

/** Collects the days of reads, so that a request writes nothing; the process saves them every few seconds. */
export interface AccessDays {
  add(read: ConsentRead): void;
  /** Returns what was collected since the last time, by bank. */
  take(): ReadonlyMap<string, readonly ConsentDay[]>;
  /** Remembers what was saved: the same day of the same consent is not written again by this process. */
  markSaved(bankId: string, days: readonly ConsentDay[]): void;
  /** Takes back what could not be saved, for the next time. */
  putBack(bankId: string, days: readonly ConsentDay[]): void;
}

/** Consents read within seconds by one process. Beyond it a day is lost until its next read. */
const collectedMax = 20_000;
const savedMax = 50_000;

interface Collected {
  readonly bankId: string;
  readonly day: ConsentDay;
}

/** Creates an empty collection. */
export function createAccessDays(): AccessDays {
  let collected = new Map<string, Collected>();
  const saved = lruCache<ConsentDay>(savedMax);
  const collect = (bankId: string, day: ConsentDay): void => {
    const key = keyOf(bankId, day);
    const known = collected.get(key);
    if (known === undefined && collected.size >= collectedMax) return;
    collected.set(key, { bankId, day: union(day, known?.day) });
  };
  return {
    add({ bankId, consentId, day, isAttended }) {
      const read = { consentId, day, isAttended, isUnattended: !isAttended };
      const known = saved.get(keyOf(bankId, read));
      const isSaved = isAttended ? known?.isAttended : known?.isUnattended;
      if (isSaved !== true) collect(bankId, read);
    },
    take() {
      const taken = [...collected.values()];
      collected = new Map();
      return new Map(
        [...Map.groupBy(taken, ({ bankId }) => bankId)].map(([bankId, its]) => [
          bankId,
          its.map(({ day }) => day),
        ]),
      );
    },
    markSaved(bankId, days) {
      for (const day of days) {
        const key = keyOf(bankId, day);
        saved.set(key, union(day, saved.get(key)));
      }
    },
    putBack(bankId, days) {
      for (const day of days) collect(bankId, day);
    },
  };
}

function keyOf(bankId: string, { consentId, day }: Pick<ConsentDay, 'consentId' | 'day'>): string {
  return `${bankId} ${consentId} ${day.toString()}`;
}

function union(day: ConsentDay, other: ConsentDay | undefined): ConsentDay {
  return {
    ...day,
    isAttended: day.isAttended || other?.isAttended === true,
    isUnattended: day.isUnattended || other?.isUnattended === true,
  };
}
