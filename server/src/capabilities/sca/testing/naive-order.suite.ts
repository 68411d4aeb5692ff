import { createHash } from 'node:crypto';
import { at } from '#platform/testing/json-at.ts';
import type { Order } from '../domain/order.ts';

/** A second reading of the canonical form, which shares no code with the product: it walks the members of any order. */
export interface NaiveOrder {
  readonly text: string;
  readonly digest: string;
  /** What a message shows, made of `text` alone. */
  readonly message: string;
  /** Totals by currency, such as `EUR 12.50`, made of `text` alone. */
  readonly totals: readonly string[];
}

type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

const decimals: Readonly<Record<string, number>> = { EUR: 2, USD: 2, JPY: 0, BHD: 3 };

export function readNaively(order: Order): NaiveOrder {
  const text = sorted(plain(order));
  const digest = `sha-256:${sha256(text)}`;
  const read: Json = JSON.parse(text);
  const transfers = transfersIn(read);
  const totals = totalsOf(transfers);
  return { text, digest, totals, message: messageOf(read, text, { transfers, totals }) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** RFC 8785: members by their UTF-16 code units, which is what `sort` without a rule compares. */
function sorted(value: Json): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(sorted).join()}]`;
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${sorted(value[name] ?? '')}`).join()}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Members of these stand beside the others. */
const unfolded: ReadonlySet<string> = new Set(['transfer', 'schedule']);
const renamed: Readonly<Record<string, string>> = { amount: 'instructedAmount' };

function plain(value: unknown): Json {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(plain);
  const members = Object.entries(Object(value)).filter(([, member]) => member !== undefined);
  const own = Object.fromEntries(members);
  if (typeof own['minor'] === 'bigint') return amount(own['minor'], String(own['currency']));
  if (typeof own['scheme'] === 'string') return { [own['scheme']]: String(own['id']) };
  return Object.fromEntries(
    members.flatMap(([name, member]) =>
      unfolded.has(name) ? Object.entries(plain(member)) : [[renamed[name] ?? name, plain(member)]],
    ),
  );
}

function amount(minor: bigint, currency: string): Json {
  return { currency, amount: decimal(minor, currency) };
}

function decimal(minor: bigint, currency: string): string {
  const places = decimals[currency] ?? 0;
  const digits = minor.toString().padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** A transfer, or a position of a bulk. */
interface ReadTransfer {
  readonly currency: string;
  readonly amount: string;
  /** Of a position the largest amount, otherwise the only one. */
  readonly largest: string;
  readonly payee: string;
  readonly count: number;
}

function transfersIn(value: Json): readonly ReadTransfer[] {
  if (typeof value !== 'object') return [];
  if (isList(value)) return value.flatMap(transfersIn);
  const { count = 1, creditorAccount, instructedAmount, total = instructedAmount } = value;
  if (creditorAccount !== undefined && total !== undefined) {
    const { amount: paid, currency } = Object(total);
    const { amount: largest = paid } = Object(value['largest']);
    const payee = payeeIn(creditorAccount, value['creditorAgent']);
    return [
      {
        currency: String(currency),
        amount: String(paid),
        largest: String(largest),
        payee,
        count: Number(count),
      },
    ];
  }
  const { members, payment, positions } = value;
  return [members, payment, positions].flatMap((one) => (one === undefined ? [] : transfersIn(one)));
}

/** An IBAN alone; every other number with its scheme and its bank. */
function payeeIn(account: Json, agent: Json | undefined): string {
  const [[scheme, id] = []] = Object.entries(Object(account));
  if (scheme === 'iban') return String(id);
  const bank = typeof agent === 'string' ? [agent.replace(/^(.{8})XXX$/, '$1')] : [];
  return [String(id), ...bank, String(scheme).toUpperCase()].join(' ');
}

function totalsOf(transfers: readonly ReadTransfer[]): readonly string[] {
  const byCurrency = Map.groupBy(transfers, ({ currency }) => currency);
  return [...byCurrency].map(([currency, all]) => {
    const total = all.reduce((sum, one) => sum + BigInt(one.amount.replace('.', '')), 0n);
    return `${currency} ${decimal(total, currency)}`;
  });
}

function messageOf(
  read: Json,
  text: string,
  { totals, transfers }: { readonly transfers: readonly ReadTransfer[]; readonly totals: readonly string[] },
): string {
  const { frequency, kind, members, startDate, validUntil } = Object(read);
  const [first] = transfers;
  const count = countIn(read);
  const basket = kind === 'signing-basket' ? ['BASKET', String([...members].length)] : [];
  if (first === undefined)
    return [...basket, validUntil, sha256(text).slice(0, 16)].filter(Boolean).join(' ');
  const prefix = kind === 'payment-cancellation' ? ['CANCEL'] : basket;
  const rhythm = kind === 'periodic-payment' ? [startDate, frequency] : repeatIn(members);
  const payees = count === 1 ? [first.payee] : [String(count), ...severalIn(read, transfers)];
  return [...prefix, totals.join(' + '), ...payees, ...rhythm].join(' ');
}

/** The mark of several payees, and the largest transfer of a bulk. */
function severalIn(read: Json, transfers: readonly ReadTransfer[]): readonly string[] {
  const named = payeesIn(read).toSorted();
  const [only, second] = named;
  // A bulk alone is marked by the hash that it has.
  const isBulk = second === undefined && only?.length === 64;
  const mark = (isBulk ? only : sha256(named.join('\n'))).slice(0, 16);
  return [mark, ...(isBulk && at(read, 'kind') !== 'signing-basket' ? largestIn(transfers) : [])];
}

/** Of at most two currencies. */
function largestIn(transfers: readonly ReadTransfer[]): readonly string[] {
  const currencies = [...new Set(transfers.map(({ currency }) => currency))];
  if (currencies.length > 2) return [];
  const amounts = currencies.map((currency) => {
    const most = transfers
      .filter((one) => one.currency === currency)
      .toSorted((one, other) => Number(other.largest) - Number(one.largest))[0];
    return `${currency} ${most?.largest ?? ''}`;
  });
  return ['MAX', amounts.join(' + ')];
}

/** Rhythms of standing orders with what they move; without it if more than two sums would be named. */
function repeatIn(members: unknown): readonly string[] {
  const standing: readonly Json[] = Array.isArray(members)
    ? members.filter((one: unknown) => at(one, 'frequency') !== undefined)
    : [];
  if (standing.length === 0) return [];
  const byRhythm = Map.groupBy(standing, (one) => String(at(one, 'frequency')));
  const sums = [...byRhythm].map(([rhythm, of]): [string, readonly string[]] => [
    rhythm,
    totalsOf(of.flatMap(transfersIn)),
  ]);
  const isLong = sums.flatMap(([, totals]) => totals).length > 2;
  const texts = sums.map(([rhythm, totals]) => (isLong ? rhythm : `${rhythm} ${totals.join(' + ')}`));
  return ['REPEAT', texts.join(' + ')];
}

/** How many transfers an order has. */
function countIn(value: Json): number {
  const { count, members, payment } = Object(value);
  if (typeof count === 'number') return count;
  if (Array.isArray(members)) {
    const counts: readonly number[] = members.map(countIn);
    return counts.reduce((sum, one) => sum + one, 0);
  }
  return payment === undefined ? transfersIn(value).length : countIn(payment);
}

/** Payees; of a bulk the hash of all of them. */
function payeesIn(value: Json): readonly string[] {
  const { accountsHash, members, payment } = Object(value);
  if (typeof accountsHash === 'string') return [accountsHash];
  if (Array.isArray(members)) return members.flatMap((one: Json) => payeesIn(one));
  return payment === undefined ? transfersIn(value).map(({ payee }) => payee) : payeesIn(payment);
}
