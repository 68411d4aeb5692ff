import { closeDays } from '#adapters/ledger/close-days.ts';
import { createLedgerCoreBank, ledgerDeps } from '#adapters/ledger/ledger.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { runDue } from '#adapters/ledger/run-due.ts';
import { runStandingOrders } from '#adapters/ledger/standing-orders.ts';
import {
  type CoreBanks,
  type CustomerProducts,
  coreBankingCapability,
  defaultCalendarRules,
} from '#capabilities/core-banking/index.ts';
import {
  listPartyNumbers,
  type PartyPorts,
  partyCapability,
  setOpenProduct,
} from '#capabilities/party/index.ts';
import { once } from '#platform/kernel/once.ts';
import { type CompositionDeps, compose } from './composition.ts';

/** Jobs of the ledger do nothing for banks with another core. */
export const coreBanking = compose(coreBankingCapability, {
  async ports(deps, before) {
    return {
      cores: coresFrom(deps),
      customerProducts: customerProductsFrom(await before.of(partyCapability)),
    };
  },
  jobs: [
    {
      name: 'run-ledger',
      cron: '* * * * *',
      async run({ bankId, log }, deps) {
        const ledger = ledgerOf(deps, bankId);
        if (ledger === undefined) return;
        await runStandingOrders(ledger);
        const { done, failures } = await runDue(ledger);
        for (const error of failures) log.error({ bankId, error }, 'an instruction could not be processed');
        if (done > 0) log.info({ bankId, count: done }, 'instructions processed');
      },
    },
    {
      name: 'close-ledger-days',
      cron: '6 * * * *',
      async run({ bankId }, deps) {
        const ledger = ledgerOf(deps, bankId);
        if (ledger !== undefined) await closeDays(ledger);
      },
    },
  ],
});

/** Returns the ledger of a bank that has it as its core. */
function ledgerOf(
  { bankOf, database, runtime: { clock, config, ids } }: CompositionDeps,
  bankId: string,
): LedgerDeps | undefined {
  if (config.cores[bankId]?.kind !== 'ledger') return undefined;
  const rules = defaultCalendarRules(bankOf(bankId).timeZone);
  return ledgerDeps({ database, bankId, clock, ids, rules });
}

function coresFrom(deps: CompositionDeps): CoreBanks {
  const cores = new Map(
    Object.keys(deps.runtime.config.cores).map((bankId) => [
      bankId,
      once(() => {
        const ledger = ledgerOf(deps, bankId);
        return ledger && createLedgerCoreBank(ledger);
      }),
    ]),
  );
  return { find: (bankId) => cores.get(bankId)?.() };
}

function customerProductsFrom(party: PartyPorts): CustomerProducts {
  return {
    numbersOf: ({ bankId, db }, customerNumber) => listPartyNumbers(db, { bankId, customerNumber }),
    setOpenProduct: (ctx, partyNumber, hasOpenProduct) =>
      setOpenProduct({ ...ctx, ...party }, { partyNumber, hasOpenProduct }),
  };
}
