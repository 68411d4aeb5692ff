import { createLedgerCoreBank } from '../../server/src/adapters/ledger/ledger.ts';
import { openAccount } from '../../server/src/adapters/ledger/open-account.ts';
import { bookMovements } from '../../server/src/adapters/ledger/receive-money.ts';
import { runDue } from '../../server/src/adapters/ledger/run-due.ts';
import type { Submission } from '../../server/src/capabilities/core-banking/index.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { createTestDatabase, type TestDatabase, urlFor } from '../../server/src/platform/testing/database.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { type Program, startProgram, until } from '../harness/processes.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { tortureBank } from './ledger-bank.ts';
import { newTransfer, settleOutcome } from './ledger-submissions.ts';
import { countLedgerErrors } from './ledger-verdict.ts';

const killsWanted: Readonly<Record<Scale, number>> = { ci: 6, night: 60, full: 60 };
/** Every third kill is one of the database. */
const databaseEvery = 3;
const workers = 2;
const submitters = 4;
const lifeMs = { least: 300, most: 1_500 };

/** Kills workers that settle, and the database under them, while instructions are submitted. */
export async function tortureLedgerKills({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const random = randomFrom(seed);
  await using postgres = await startPostgres();
  await using database = await createTestDatabase({ isDurable: true, server: postgres.url });
  const url = urlFor(database.name, 'portico_app', postgres.url);
  await using app = openDatabase({ url, poolSize: submitters });
  const beganAt = systemClock.now();
  const bank = tortureBank(app, beganAt);
  const core = createLedgerCoreBank(bank);
  const accountId = await openAccount(bank, {
    kind: 'current',
    product: 'Account',
    currencies: ['EUR'],
    owner: '1001',
  });
  const amount = { minor: 1_000_000_00n, currency: 'EUR' } as const;
  await bookMovements(bank, accountId, [{ amount, details: { code: 'PMNT-RCDT-ESCT' } }]);
  const start = (): Program =>
    startProgram({
      args: ['bench/torture/ledger-process.ts'],
      env: { LEDGER_DATABASE: url, LEDGER_BEGAN_AT: beganAt.toString() },
    });
  const programs = Array.from({ length: workers }, start);
  const known = new Map<string, Submission>();
  let isOver = false;
  const submit = async (): Promise<void> => {
    while (!isOver) {
      const instruction = newTransfer(accountId, 'sepa-credit-transfers');
      known.set(instruction.instructionId, await settleOutcome(core, instruction));
    }
  };
  const submitting = Array.from({ length: submitters }, submit);
  const kills = killsWanted[scale];
  const show = progress('kills', kills);
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(lifeMs.least + random() * (lifeMs.most - lifeMs.least));
    if (kill % databaseEvery === 0) {
      await postgres.stop();
      await postgres.start();
    } else {
      const nth = kill % workers;
      programs[nth]?.kill('SIGKILL');
      await programs[nth]?.ended;
      programs[nth] = start();
    }
    show(kill, `${known.size} instructions`);
  }
  isOver = true;
  await Promise.all(submitting);
  for (const program of programs) program.kill('SIGKILL');
  await until(async () => {
    await runDue(bank);
    const [row] = await database.query<{ open: number }>(
      "select count(*)::int as open from ledger.instruction where state in ('pending', 'accepted')",
    );
    return row?.open === 0;
  }, 'all instructions settled');
  const wrong = await countWrong(database, known);
  const errors = await countLedgerErrors(database);
  console.log(table(['instructions', 'kills'], [[known.size, kills]]));
  return [
    {
      name: `instructions lost or not booked exactly once, of ${known.size}, over ${kills} kills of workers and database`,
      figure: String(wrong),
      goal: '0',
      isReached: wrong === 0,
    },
    { name: 'contradictions in the ledger', figure: String(errors), goal: '0', isReached: errors === 0 },
  ];
}

/** Every instruction that was taken over is there and was booked once. */
async function countWrong(database: TestDatabase, known: ReadonlyMap<string, Submission>): Promise<number> {
  const rows = await database.query<{ instruction_id: string; entries: number }>(
    `select i.instruction_id, (select count(*)::int from ledger.journal_entry e
        where e.bank_id = i.bank_id and e.instruction_id = i.instruction_id) as entries
       from ledger.instruction i where i.state = 'settled'`,
  );
  const booked = new Map(rows.map((row) => [row.instruction_id, row.entries]));
  const missing = [...known.keys()].filter((instructionId) => booked.get(instructionId) !== 1).length;
  return missing + Math.abs(rows.length - known.size);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
