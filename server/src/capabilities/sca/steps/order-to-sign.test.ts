import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import type { Order } from '../domain/order.ts';
import knownOrders from '../testing/known-orders.json' with { type: 'json' };
import { readNaively } from '../testing/naive-order.suite.ts';
import { arbitraryOrder } from '../testing/orders.suite.ts';
import { orderIn } from '../testing/test-subjects.suite.ts';
import { orderToSign } from './order-to-sign.ts';

describe('text, digest and message of an order', () => {
  test('are those of a second implementation, the message made of the canonical text alone', () => {
    fc.assert(
      fc.property(arbitraryOrder, (order) => {
        const { digest, message, text } = readNaively(order);
        const toSign = orderToSign({ order });
        expect([toSign.payload, toSign.digest, toSign.text]).toEqual([text, digest, message]);
        expect(toSign.order).toBe(order);
      }),
      { numRuns: randomRuns(1_000) },
    );
  });

  test('are what they were: known answers', () => {
    expect(knownOrders.length).toBeGreaterThanOrEqual(10);
    for (const { digest, order, payload, text } of knownOrders) {
      const toSign = orderToSign({ order: orderIn(JSON.stringify(order)) });
      expect([toSign.payload, toSign.digest, toSign.text]).toEqual([payload, digest, text]);
    }
  });

  test('change with any one member; the message with each amount and account that it shows', () => {
    fc.assert(
      fc.property(arbitraryOrder, fc.nat(), (order, drawn) => {
        const leaves = leavesOf(order);
        const leaf = leaves[drawn % leaves.length];
        if (leaf === undefined) throw new Error('an order without members');
        const changed = withLeaf(order, leaf.path);
        const [before, after] = [orderToSign({ order }), orderToSign({ order: changed })];
        expect(after.digest).not.toBe(before.digest);
        expect(after.text !== before.text || !isInMessage(order, leaf.path)).toBe(true);
      }),
      { numRuns: randomRuns(1_000) },
    );
  });
});

type Path = readonly string[];

/** The values of an order, without the names of its kinds, which decide about its other members. */
function leavesOf(value: unknown, path: Path = []): readonly { readonly path: Path }[] {
  if (typeof value !== 'object' || value === null) return path.at(-1) === 'kind' ? [] : [{ path }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

function withLeaf(order: Order, path: Path): Order {
  const changed = (value: unknown, [name, ...rest]: Path): unknown => {
    if (name === undefined) return otherThan(value);
    if (Array.isArray(value))
      return value.map((one: unknown, at) => (String(at) === name ? changed(one, rest) : one));
    const own: Readonly<Record<string, unknown>> = Object(value);
    return { ...own, [name]: changed(own[name], rest) };
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the same members with another value
  return changed(order, path) as Order;
}

const others: Readonly<Record<string, string>> = {
  EUR: 'USD',
  USD: 'EUR',
  JPY: 'EUR',
  BHD: 'EUR',
  iban: 'bban',
  bban: 'other',
  other: 'bban',
};

function otherThan(value: unknown): unknown {
  if (typeof value === 'bigint') return value + 1n;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return others[String(value)] ?? `${String(value)}x`;
}

/** What a message shows: amounts and accounts of transfers, and by its mark every member of a consent. */
function isInMessage(order: Order, path: Path): boolean {
  if (order.kind === 'consent' || order.kind === 'funds-confirmation-consent') return true;
  const [above, name] = path.slice(-2);
  if (order.kind === 'periodic-payment' && above === 'schedule') return true;
  // A standing order is told from a payment in a basket, too; its first day only where it stands alone.
  if (above === 'schedule') return name === 'frequency' && order.kind === 'signing-basket';
  if (path.includes('positions')) return above === 'total';
  return above === 'amount' || isOfPayee(order, path);
}

/** An IBAN is told alone; every other number with its scheme and its bank. */
function isOfPayee(order: Order, path: Path): boolean {
  const [above, name] = path.slice(-2);
  if (above === 'creditorAccount' && name === 'id') return true;
  const isMore = name === 'creditorAgent' || (above === 'creditorAccount' && name === 'scheme');
  const transfer = path.slice(0, path.lastIndexOf('transfer') + 1);
  return isMore && at(order, ...transfer, 'creditorAccount', 'scheme') !== 'iban';
}
