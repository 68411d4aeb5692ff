import { Temporal } from 'temporal-polyfill';
import type { CoreAccount } from '#capabilities/core-banking/index.ts';
import { listRecords } from '#capabilities/party/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { issueStartOf, lastDayOf, newestPeriod, periodAfter } from '../domain/statement-period.ts';
import type { AccountsPorts } from '../ports/accounts-ports.ts';
import { isAway } from '../steps/is-away.ts';
import { bankDay } from '../steps/report-pages.ts';
import type { StatementRun } from '../store/statement-runs.store.ts';
import {
  beginRun,
  claimRun,
  deleteRun,
  findRun,
  lockRun,
  moveRun,
  releaseRun,
} from '../store/statement-runs.store.ts';
import { insertStatements } from '../store/statements.store.ts';

type Ctx = Context & AccountsPorts;

/** Customers of one step; the core is asked about all of them at once. */
const customersMax = 20;
/** For how long a worker has the run: longer than the questions of a step take. */
const leaseSeconds = 120;
const retrySeconds = 60;

/**
 * Goes through the customers of a bank, and opens a statement for each of their accounts and currencies, once a month.
 * Each step takes the next customers; returns how many. Months that passed while the worker or the core was away are
 * made up for, one after the other.
 */
export async function openStatements(ctx: Ctx): Promise<number> {
  const { accountsChoices, bankId, clock, db } = ctx;
  const known = await findRun(db, { bankId });
  if (!accountsChoices.of(bankId).areStatementsSent) {
    if (known !== undefined) await deleteRun(db, { bankId });
    return 0;
  }
  const now = clock.now();
  if (known === undefined) await beginRun(db, { bankId, period: newestPeriod(bankDay(ctx)), now });
  const run = await claimRun(db, { bankId, now, until: now.add({ seconds: leaseSeconds }) });
  return run === undefined ? 0 : openNext(ctx, run);
}

async function openNext(ctx: Ctx, run: StatementRun): Promise<number> {
  const { bankId, clock, db } = ctx;
  const records = await listRecords(db, { bankId, after: run.afterNumber, listMax: customersMax });
  const numbers = records.filter(({ isErased }) => !isErased).map(({ partyNumber }) => partyNumber);
  const accounts = await accountsOf(ctx, numbers);
  if (accounts === 'away') {
    await releaseRun(db, { bankId, dueAt: clock.now().add({ seconds: retrySeconds }) });
    return 0;
  }
  await save(ctx, run, {
    last: records.length < customersMax ? undefined : records.at(-1)?.partyNumber,
    accounts: accounts.filter((account) => hasStatement(account, run.period)),
  });
  return 1;
}

/** Lists the accounts of customers. A core that is away delays the whole step, so that no account is left out. */
async function accountsOf(
  { accountReads, bankId, db }: Ctx,
  numbers: readonly string[],
): Promise<readonly CoreAccount[] | 'away'> {
  try {
    return (await Promise.all(numbers.map((number) => accountReads.accountsOf(db, bankId, number)))).flat();
  } catch (error) {
    if (isAway(error)) return 'away';
    throw error;
  }
}

function hasStatement({ openedOn }: CoreAccount, period: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(openedOn, lastDayOf(period)) <= 0;
}

/** Saves the statements and the place of the run: both or neither. */
async function save(
  ctx: Ctx,
  before: StatementRun,
  { accounts, last }: { readonly accounts: readonly CoreAccount[]; readonly last: string | undefined },
): Promise<void> {
  const { bankId, clock, consentsChoices, ids } = ctx;
  const { period } = before;
  const opened = accounts.flatMap(({ accountId, currencies, owner }) =>
    currencies.map((currency) => ({ accountId, currency, owner })),
  );
  const next = periodAfter(period);
  await runCommand(ctx, async (work) => {
    const run = await lockRun(work, { bankId });
    // Another worker took it over when the lease was over.
    const isMoved = run?.period.toString() !== period.toString() || run.afterNumber !== before.afterNumber;
    if (!isMoved) {
      insertStatements(work, {
        bankId,
        period,
        dueAt: clock.now(),
        statementIds: opened.map(({ owner }) => ids.uuid(virtualShard(bankId, owner))),
        accountIds: opened.map(({ accountId }) => accountId),
        currencies: opened.map(({ currency }) => currency),
        owners: opened.map(({ owner }) => owner),
      });
      moveRun(
        work,
        last === undefined
          ? {
              bankId,
              period: next,
              afterNumber: '',
              dueAt: issueStartOf(next, consentsChoices.of(bankId).timeZone),
            }
          : { bankId, period, afterNumber: last, dueAt: clock.now() },
      );
    }
    work.audit({
      aggregateKind: 'statement-run',
      aggregateId: bankId,
      changes: [
        { field: 'period', after: period.toString() },
        { field: 'opened', after: isMoved ? 0 : opened.length },
      ],
    });
  });
}
