import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#capabilities/sca/index.ts';
import { readNaively } from '#capabilities/sca/testing/naive-order.suite.ts';
import { arbitraryOrder } from '#capabilities/sca/testing/orders.suite.ts';
import { randomRuns } from '#platform/testing/random-runs.ts';
import { attribute, type ReadPage, readPage, textOf } from '../customer/read-page.suite.ts';
import { plainName } from './plain-name.ts';
import { pageOf } from './read-approval.suite.ts';
import { sampleViews } from './sample-approvals.suite.ts';
import { sampleOrders } from './sample-orders.suite.ts';

/** Every text of a JSON value, as a page shows it: one line, without invisible characters. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [plainName(String(value))];
  return Object.values(value).flatMap(textsIn);
}

function amountsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { amount, currency } = Object(value);
  if (typeof amount === 'string') return [`${String(currency)} ${amount}`];
  return Object.values(value).flatMap(amountsIn);
}

const squeezed = (text: string): string => text.replaceAll(' ', '');

/** Isolated texts of a review that are not in the signed text of its order. */
function unsignedTexts(order: Order): readonly string[] {
  const signed = new Set(textsIn(JSON.parse(readNaively(order).text)).map(squeezed));
  const shown = reviewOf(order)
    .all('bdi')
    .map((one) => squeezed(textOf(one)));
  return shown.filter((text) => !signed.has(text));
}

function reviewOf(order: Order): ReadPage {
  const view = sampleViews['review-plain'];
  if (view?.kind !== 'review') throw new Error('no review');
  return readPage(pageOf({ ...view, order }).html);
}

test('every amount, account, name and date on the page is in the text whose hash is signed', () => {
  // The third party, the phone number of the bank and the reference stand around every order.
  const around = new Set([...unsignedTexts(sampleOrders.payment), '(noname)']);
  expect(around.size).toBeLessThan(6);
  fc.assert(
    fc.property(arbitraryOrder, (order) => {
      const { text, totals } = readNaively(order);
      const signed: unknown = JSON.parse(text);
      const page = reviewOf(order);
      const amounts = page.all('data').map((one) => attribute(one, 'value') ?? '');
      const members = order.kind === 'signing-basket' ? order.members : [];
      const subtotals = members.flatMap((member) => readNaively(member).totals);
      const known = new Set([...amountsIn(signed), ...totals, ...subtotals]);
      expect(amounts.filter((amount) => !known.has(amount))).toEqual([]);
      for (const total of totals) expect(amounts).toContain(total);
      expect(unsignedTexts(order).filter((one) => !around.has(one))).toEqual([]);
      const days = page.all('time').map((one) => attribute(one, 'datetime') ?? '');
      const dates = days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day));
      expect(dates.filter((day) => !textsIn(signed).includes(day))).toEqual([]);
    }),
    { numRuns: randomRuns(1_000) },
  );
});
