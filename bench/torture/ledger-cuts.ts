import { createLedgerHarness } from '../../server/src/adapters/ledger/ledger-harness.suite.ts';
import type { Submission } from '../../server/src/capabilities/core-banking/index.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { startFaultProxy } from '../harness/fault-proxy.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import { randomFrom, type Scale, type TortureOptions } from '../harness/scale.ts';
import { FaultPlan } from './commit-harness.ts';
import { newTransfer, settleOutcome } from './ledger-submissions.ts';
import { countLedgerErrors } from './ledger-verdict.ts';

const cutsWanted: Readonly<Record<Scale, number>> = { ci: 100, night: 500, full: 500 };
const clients = 8;
const delayMs = 20;
const startMinor = 10_000_000_00n;

/** Cuts connections around COMMIT while instructions are submitted and cancelled; asks until each outcome is known. */
export async function tortureLedgerCuts({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const plan = new FaultPlan(randomFrom(seed));
  await using database = await createTestDatabase({ isDurable: true });
  const url = new URL(database.appUrl);
  const proxy = await startFaultProxy({
    target: { host: url.hostname, port: Number(url.port || 5432) },
    faultFor: (moment) => plan.faultFor(moment),
    onFault: (fault) => plan.count(fault),
    delayMs,
  });
  url.port = String(proxy.port);
  const app = openDatabase({ url: url.href, poolSize: clients });
  const bank = createLedgerHarness(app);
  const accountId = await bank.openAccount({ owner: '1001' });
  await bank.receive(accountId, { minor: startMinor, currency: 'EUR' });
  const wanted = cutsWanted[scale];
  const show = progress('cuts', wanted);
  const known = new Map<string, Submission>();
  let asked = 0;
  const drive = async (): Promise<void> => {
    while (plan.cuts < wanted) {
      const instruction = newTransfer(accountId, 'instant-sepa-credit-transfers');
      const outcome = await settleOutcome(bank.core, instruction, () => {
        asked += 1;
      });
      known.set(instruction.instructionId, outcome);
      show(Math.min(plan.cuts, wanted), `${known.size} instructions`);
    }
  };
  plan.isOn = true;
  await Promise.all(Array.from({ length: clients }, drive));
  plan.isOn = false;
  await app.close();
  await proxy.close();
  const lost = await countWrong(database, known);
  const errors = await countLedgerErrors(database);
  console.log(table(['fault', 'times'], [...plan.counts]));
  console.log(`${known.size} instructions, asked ${asked} times what became of them`);
  return [
    {
      name: `instructions lost, booked twice, or in another state than was said, over ${plan.cuts} cut connections`,
      figure: String(lost),
      goal: '0',
      isReached: lost === 0,
    },
    { name: 'contradictions in the ledger', figure: String(errors), goal: '0', isReached: errors === 0 },
  ];
}

async function countWrong(
  database: Awaited<ReturnType<typeof createTestDatabase>>,
  known: ReadonlyMap<string, Submission>,
): Promise<number> {
  const rows = await database.query<{ instruction_id: string; state: string; entries: number }>(
    `select i.instruction_id, i.state, (select count(*)::int from ledger.journal_entry e
        where e.bank_id = i.bank_id and e.instruction_id = i.instruction_id) as entries from ledger.instruction i`,
  );
  const stored = new Map(rows.map((row) => [row.instruction_id, row]));
  let wrong = rows.length - known.size;
  for (const [instructionId, status] of known) {
    const row = stored.get(instructionId);
    const isRight = typeof status !== 'string' && row?.state === status.state && row.entries === 1;
    if (!isRight) wrong += 1;
  }
  return Math.abs(wrong);
}
