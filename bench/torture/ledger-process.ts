import { Temporal } from 'temporal-polyfill';
import { closeDays } from '../../server/src/adapters/ledger/close-days.ts';
import { runDue } from '../../server/src/adapters/ledger/run-due.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { tortureBank } from './ledger-bank.ts';

/** Settles what is due, again and again, until the process is killed: the jobs of a worker without their timetable. */
const database = openDatabase({ url: process.env['LEDGER_DATABASE'] ?? '', poolSize: 2 });
const bank = tortureBank(database, Temporal.Instant.from(process.env['LEDGER_BEGAN_AT'] ?? ''));
for (;;) {
  try {
    await runDue(bank);
    await closeDays(bank);
    // The database is stopped from time to time.
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
}
