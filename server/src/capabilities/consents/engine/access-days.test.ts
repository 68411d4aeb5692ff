import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createAccessDays } from './access-days.ts';

const day = Temporal.PlainDate.from('2026-11-17');
const read = { bankId: '01', consentId: 'c-1', day, isAttended: true };
const shortly = (days: ReturnType<ReturnType<typeof createAccessDays>['take']>): readonly string[] =>
  [...days].flatMap(([bankId, its]) =>
    its.map(
      (one) => `${bankId} ${one.consentId} ${one.day.toString()} ${one.isAttended} ${one.isUnattended}`,
    ),
  );

test('reads of one day are one entry, with and without the customer', () => {
  const days = createAccessDays();
  for (let count = 0; count < 5; count += 1) days.add(read);
  days.add({ ...read, isAttended: false });
  days.add({ ...read, bankId: '02' });
  days.add({ ...read, day: day.add({ days: 1 }) });
  expect(shortly(days.take())).toEqual([
    '01 c-1 2026-11-17 true true',
    '01 c-1 2026-11-18 true false',
    '02 c-1 2026-11-17 true false',
  ]);
  expect(shortly(days.take())).toEqual([]);
});

test('what was saved is not collected again, what is new of the same day is', () => {
  const days = createAccessDays();
  days.add(read);
  for (const [bankId, its] of days.take()) days.markSaved(bankId, its);
  days.add(read);
  expect(shortly(days.take())).toEqual([]);
  days.add({ ...read, isAttended: false });
  expect(shortly(days.take())).toEqual(['01 c-1 2026-11-17 false true']);
});

test('what could not be saved stays, together with what came since', () => {
  const days = createAccessDays();
  days.add(read);
  const taken = days.take();
  days.add({ ...read, isAttended: false });
  for (const [bankId, its] of taken) days.putBack(bankId, its);
  expect(shortly(days.take())).toEqual(['01 c-1 2026-11-17 true true']);
});

test('the collection is bounded', () => {
  const days = createAccessDays();
  for (let count = 0; count < 20_010; count += 1) days.add({ ...read, consentId: `c-${count}` });
  expect(shortly(days.take())).toHaveLength(20_000);
});
