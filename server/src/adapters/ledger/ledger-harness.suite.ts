import { randomUUID } from 'node:crypto';
import { defaultCalendarRules } from '#capabilities/core-banking/index.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import type { Database } from '#platform/db/database.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { fakeClock } from '#platform/testing/fake-clock.ts';
import { upsertMidRate } from './accounts.store.ts';
import { bookCardPayment, reserveCardPayment } from './card-payments.ts';
import { closeDays } from './close-days.ts';
import { createLedgerCoreBank, ledgerDeps } from './ledger.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { changeAccountStatus, openAccount } from './open-account.ts';
import { bookMovements } from './receive-money.ts';
import { returnInstruction } from './return-instruction.ts';
import { runDue } from './run-due.ts';
import { enterStandingOrder, runStandingOrders } from './standing-orders.ts';

/** A bank of its own in a ledger; `database` may hold others. */
export function createLedgerHarness(
  database: Database,
  start = '2026-11-16T09:00:00Z',
  zone = 'Europe/Berlin',
): CoreHarness & { readonly deps: LedgerDeps } {
  const clock = fakeClock(start);
  const bankId = randomUUID();
  const deps = ledgerDeps({
    database,
    bankId,
    clock,
    ids: systemIds(clock),
    rules: defaultCalendarRules(zone),
  });
  return {
    deps,
    core: createLedgerCoreBank(deps),
    clock,
    zone,
    openAccount: ({ currencies = ['EUR'], kind = 'current', ...account }) =>
      openAccount(deps, { ...account, currencies, kind, product: 'Account' }),
    changeStatus: (accountId, status) => changeAccountStatus(deps, accountId, status),
    receive: (accountId, amount) =>
      bookMovements(deps, accountId, [{ amount, details: { code: 'PMNT-RCDT-ESCT' } }]),
    reserveCard: (accountId, amount) =>
      reserveCardPayment(deps, accountId, { amount, details: { code: 'PMNT-CCRD-POSD', name: 'Shop' } }),
    bookCard: (reference) => bookCardPayment(deps, reference),
    enterStandingOrder: (accountId, { iban, ...order }) =>
      enterStandingOrder(deps, {
        ...order,
        orderId: randomUUID(),
        accountId,
        creditor: { account: { scheme: 'iban', id: iban }, name: 'Payee' },
      }),
    async setRate(from, to, numerator, denominator) {
      await database.forBank(bankId).execute(upsertMidRate([bankId, from, to, numerator, denominator]));
    },
    async runDue() {
      await runStandingOrders(deps);
      const { failures } = await runDue(deps);
      if (failures.length > 0) throw new AggregateError(failures, 'instructions failed');
    },
    returnTransfer: (instructionId, reason) => returnInstruction(deps, instructionId, reason),
    closeDays: async () => void (await closeDays(deps)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
