import { expect, test } from 'vitest';
import { bulkStateOf, type EntryCount } from './bulk-state.ts';

const executed: EntryCount = { status: 'ACSC', reason: undefined, count: 2 };
const credited: EntryCount = { status: 'ACCC', reason: undefined, count: 2 };
const rejected: EntryCount = { status: 'RJCT', reason: 'AM04', count: 1 };
const closed: EntryCount = { status: 'RJCT', reason: 'AC07', count: 1 };
const cancelled: EntryCount = { status: 'CANC', reason: 'CUST', count: 1 };
const open: EntryCount = { status: 'ACSP', reason: undefined, count: 1 };

test.each<[string, readonly EntryCount[], number, string]>([
  ['nothing submitted', [], 3, 'ACSP'],
  ['a transfer that is not submitted', [executed], 3, 'ACSP'],
  ['a transfer that is open', [executed, open], 3, 'ACSP'],
  ['a rejected one, while another is open', [rejected, open], 2, 'ACSP'],
  ['all booked', [executed], 2, 'ACSC'],
  ['all credited', [credited], 2, 'ACCC'],
  ['some booked, some credited', [executed, credited], 4, 'ACSC'],
  ['some rejected', [executed, rejected], 3, 'PART'],
  ['some cancelled', [executed, cancelled], 3, 'PART'],
  ['all rejected for one reason', [rejected], 1, 'RJCT AM04'],
  ['all rejected for several reasons', [rejected, closed], 2, 'RJCT MS03'],
  ['all cancelled', [cancelled], 1, 'CANC CUST'],
  ['no entry any more in an earlier state', [executed, { ...rejected, count: 0 }], 2, 'ACSC'],
  ['no entry any more that was executed', [{ ...executed, count: 0 }, rejected], 1, 'RJCT AM04'],
  ['rejected and cancelled', [rejected, cancelled], 2, 'RJCT MS03'],
])('a bulk with %s', (_, counts, entryCount, expected) => {
  const { reason, status } = bulkStateOf(counts, entryCount);
  expect([status, reason].filter((part) => part !== undefined).join(' ')).toBe(expected);
});
