import { randomUUID } from 'node:crypto';
import { createLedgerHarness } from '../../server/src/adapters/ledger/ledger-harness.suite.ts';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { germanIban } from '../../server/src/platform/testing/german-iban.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { countLedgerErrors } from './ledger-verdict.ts';

const sizes: Readonly<Record<Scale, { readonly writers: number; readonly transfers: number }>> = {
  ci: { writers: 50, transfers: 20 },
  night: { writers: 50, transfers: 200 },
  full: { writers: 50, transfers: 1_000 },
};
const accounts = 10;
const startMinor = 1_000_00n;
const creditLimit = 50_00n;
/** Twice the connections of an API process: more would wait for each other in PostgreSQL instead of in the pool. */
const poolSize = 25;
/** Moves money between ten accounts from many writers at once, within the bank and out of it, with cancellations. */
export async function tortureLedgerWriters({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { transfers, writers } = sizes[scale];
  await using database = await createTestDatabase({ poolSize });
  await using bank = createLedgerHarness(database.app);
  const ids: string[] = [];
  for (let nth = 0; nth < accounts; nth += 1) {
    const id = await bank.openAccount({ owner: String(nth), iban: germanIban(nth), creditLimit });
    await bank.receive(id, { minor: startMinor, currency: 'EUR' });
    ids.push(id);
  }
  const outcomes = new Map<string, number>();
  const count = (name: string): void => void outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  const show = progress('transfers', writers * transfers);
  let done = 0;
  const write = async (writer: number): Promise<void> => {
    const random = chanceFrom(seed + writer);
    for (let nth = 0; nth < transfers; nth += 1) {
      const instructionId = randomUUID();
      const isOwn = random.integer(1, 4) > 1;
      try {
        const { reason, state } = await bank.core.submit({
          instructionId,
          product: random.oneOf(['sepa-credit-transfers', 'instant-sepa-credit-transfers'] as const),
          debtorAccountId: random.oneOf(ids),
          amount: { minor: BigInt(random.integer(1, 100_00)), currency: 'EUR' },
          creditor: {
            account: {
              scheme: 'iban',
              id: isOwn ? germanIban(random.integer(0, accounts - 1)) : 'FR1420041010050500013M02606',
            },
            name: 'Creditor',
          },
        });
        count(`${state} ${reason ?? ''}`);
        if (state === 'accepted' && random.integer(1, 2) === 1) {
          count((await bank.core.cancel(instructionId, 'c')).outcome);
        }
      } catch (error) {
        count(`failed: ${error instanceof Error ? `${error.name} ${error.message}` : 'unknown'}`);
      }
      done += 1;
      show(done);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const seconds = (performance.now() - startedAt) / 1_000;
  bank.clock.advance({ days: 1 });
  await bank.runDue();
  const errors = await countLedgerErrors(database);
  const failed = [...outcomes].reduce(
    (sum, [name, times]) => sum + (name.startsWith('failed') ? times : 0),
    0,
  );
  console.log(
    table(
      ['outcome', 'times'],
      [...outcomes].toSorted(([one], [other]) => one.localeCompare(other)),
    ),
  );
  console.log(`${Math.round((writers * transfers) / seconds)} transfers per second`);
  return [
    {
      name: `failures that reached a caller, ${writers} writers with ${transfers} transfers each over ${accounts} accounts`,
      figure: String(failed),
      goal: '0',
      isReached: failed === 0,
    },
    {
      name: 'entries that do not sum to zero, balances that differ from their postings or exceed a limit',
      figure: String(errors),
      goal: '0',
      isReached: errors === 0,
    },
  ];
}
