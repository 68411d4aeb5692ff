import { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { CoreAccount } from '../domain/account.ts';
import type { CoreBalance, CoreEntry, CoreStandingOrder, EntryQuery, Page } from '../domain/entry.ts';
import { CursorInvalid } from '../ports/core-failure.ts';

/** An account of the memory, with everything that ever happened on it. */
export interface Kept {
  account: CoreAccount;
  readonly creditLimit: bigint;
  readonly booked: Booked[];
  readonly reserved: Reserved[];
  readonly orders: (CoreStandingOrder & {
    readonly iban: string;
    readonly number: number;
    nextOn?: Temporal.PlainDate;
  })[];
  readonly closings: {
    readonly currency: Currency;
    readonly day: Temporal.PlainDate;
    readonly minor: bigint;
  }[];
  changedAt: Temporal.Instant;
}

interface Booked {
  readonly number: number;
  readonly entry: CoreEntry;
  readonly day: Temporal.PlainDate;
}

export interface Reserved {
  readonly number: number;
  readonly entry: CoreEntry;
  state: 'open' | 'booked' | 'released';
  bookedReference?: string;
}

interface Sums {
  /** How many entries are added up. */
  added: number;
  readonly byCurrency: Map<Currency, bigint>;
}

/** Entries are never changed, so that each is added up once. */
const sums = new WeakMap<Kept, Sums>();

export function sumOf(kept: Kept, currency: Currency): bigint {
  const known = sums.get(kept) ?? { added: 0, byCurrency: new Map<Currency, bigint>() };
  for (const { entry } of kept.booked.slice(known.added)) {
    const { currency: own, minor } = entry.amount;
    known.byCurrency.set(own, (known.byCurrency.get(own) ?? 0n) + minor);
  }
  known.added = kept.booked.length;
  sums.set(kept, known);
  return known.byCurrency.get(currency) ?? 0n;
}

export function heldOf({ reserved }: Kept, currency: Currency): bigint {
  return reserved
    .filter(({ entry, state }) => state === 'open' && entry.amount.currency === currency)
    .reduce((total, { entry }) => total - entry.amount.minor, 0n);
}

export function canSpend(kept: Kept, { currency, minor }: Money): boolean {
  if (!kept.account.currencies.includes(currency)) return false;
  return sumOf(kept, currency) - heldOf(kept, currency) + kept.creditLimit >= minor;
}

export function balanceOf(kept: Kept, currency: Currency): CoreBalance {
  const money = (minor: bigint): Money => ({ minor, currency });
  const booked = sumOf(kept, currency);
  const closing = kept.closings.findLast((one) => one.currency === currency);
  return {
    currency,
    booked: money(booked),
    available: money(booked - heldOf(kept, currency) + kept.creditLimit),
    creditLimit: money(kept.creditLimit),
    changedAt: kept.changedAt,
    ...(closing === undefined ? {} : { closing: { amount: money(closing.minor), day: closing.day } }),
  };
}

export function listEntries(kept: Kept | undefined, query: EntryQuery): Page<CoreEntry> {
  if (kept === undefined) return { items: [] };
  const isCurrency = ({ entry }: { readonly entry: CoreEntry }): boolean =>
    query.currency === undefined || entry.amount.currency === query.currency;
  const after = query.after === undefined ? 0 : numberOf(kept, query.after);
  const booked = kept.booked.filter(
    (one) =>
      isCurrency(one) &&
      one.number > after &&
      (query.from === undefined || Temporal.PlainDate.compare(one.day, query.from) >= 0) &&
      (query.to === undefined || Temporal.PlainDate.compare(one.day, query.to) <= 0),
  );
  const pending = kept.reserved.filter((one) => one.state === 'open' && isCurrency(one));
  const all = [
    ...(query.status === 'booked' ? [] : pending.toReversed()),
    ...(query.status === 'pending' ? [] : booked.toReversed()),
  ];
  const start = query.cursor === undefined ? 0 : placeAfter(all, query.cursor);
  const shown = all.slice(start, start + query.max);
  const last = shown.at(-1);
  const items = shown.map(({ entry }) => entry);
  return start + shown.length < all.length && last !== undefined
    ? { items, cursor: `${last.entry.status}.${last.number}` }
    : { items };
}

export function findEntry(kept: Kept | undefined, reference: string): CoreEntry | undefined {
  const booked = kept?.booked.find(({ entry }) => entry.entryReference === reference);
  if (booked !== undefined) return booked.entry;
  const reserved = kept?.reserved.find(({ entry }) => entry.entryReference === reference);
  if (reserved === undefined || reserved.state === 'released') return undefined;
  return { ...reserved.entry, ...omitUndefined({ bookedReference: reserved.bookedReference }) };
}

function numberOf(kept: Kept, reference: string): number {
  const found = kept.booked.find(({ entry }) => entry.entryReference === reference);
  if (found === undefined) throw new CursorInvalid('no such entry');
  return found.number;
}

function placeAfter(
  all: readonly { readonly number: number; readonly entry: CoreEntry }[],
  cursor: string,
): number {
  const [status, number] = cursor.split('.');
  const limit = Number(number);
  if ((status !== 'booked' && status !== 'pending') || !Number.isInteger(limit)) {
    throw new CursorInvalid('not a cursor of this core');
  }
  const place = all.findIndex(({ entry, number: own }) =>
    entry.status === status ? own < limit : status === 'pending' && entry.status === 'booked',
  );
  return place === -1 ? all.length : place;
}
