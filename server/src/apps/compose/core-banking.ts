import { createHttpCoreBank } from '#adapters/core-http/http-core-bank.ts';
import { closeDays } from '#adapters/ledger/close-days.ts';
import { createLedgerCoreBank, ledgerDeps } from '#adapters/ledger/ledger.ts';
import type { LedgerDeps } from '#adapters/ledger/ledger-deps.ts';
import { runDue } from '#adapters/ledger/run-due.ts';
import { runStandingOrders } from '#adapters/ledger/standing-orders.ts';
import {
  type CoreBank,
  type CoreBanks,
  type CustomerProducts,
  coreBankingCapability,
  defaultCalendarRules,
} from '#capabilities/core-banking/index.ts';
import {
  listPartyNumbers,
  type PartyPorts,
  partyCapability,
  recordActivity,
  setOpenProduct,
} from '#capabilities/party/index.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { type CompositionDeps, compose } from './composition.ts';
import { servicePolicy } from './service-policy.ts';

/** Jobs of the ledger do nothing for banks with another core. */
export const coreBanking = compose(coreBankingCapability, {
  async ports(deps, before) {
    return {
      cores: await openCores(deps),
      customerProducts: customerProductsFrom(await before.of(partyCapability)),
    };
  },
  close: ({ cores }) => cores.close(),
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
        // The demo bank closes a day after it has booked it.
        const isDemo = bankId === deps.runtime.config.demoBank;
        if (ledger !== undefined && !isDemo) await closeDays(ledger);
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

/** Opens the cores of all banks; those outside are reached by one client with a purpose for each. */
async function openCores(deps: CompositionDeps): Promise<CoreBanks> {
  const { clock, config } = deps.runtime;
  const remote = Object.entries(config.cores).flatMap(([bankId, core]) =>
    core.kind === 'http' ? [{ bankId, core, purpose: `core-${bankId}` }] : [],
  );
  const policies = await Promise.all(
    remote.map(async ({ core, purpose }) => [purpose, await servicePolicy(core, limits)] as const),
  );
  const egress = createEgress({ purposes: Object.fromEntries(policies) });
  const cores = new Map<string, CoreBank>(
    remote.map(({ bankId, core, purpose }) => [
      bankId,
      createHttpCoreBank({ egress, purpose, url: core.url, clock }),
    ]),
  );
  for (const bankId of Object.keys(config.cores)) {
    const ledger = ledgerOf(deps, bankId);
    if (ledger !== undefined) cores.set(bankId, createLedgerCoreBank(ledger));
  }
  return { find: (bankId) => cores.get(bankId), close: () => egress.close() };
}

const limits = { bodyMaxBytes: 8_000_000 } as const;

/** Returns what core banking says of customers to party. */
export function customerProductsFrom(party: PartyPorts): CustomerProducts {
  return {
    numbersOf: ({ bankId, db }, customerNumber) => listPartyNumbers(db, { bankId, customerNumber }),
    setOpenProduct: (ctx, partyNumber, hasOpenProduct) =>
      setOpenProduct({ ...ctx, ...party }, { partyNumber, hasOpenProduct }),
    recordActivity: (ctx, partyNumber, { isSavingsOnly, lastActiveOn }) =>
      recordActivity({ ...ctx, ...party }, { partyNumber, lastOn: lastActiveOn.toString(), isSavingsOnly }),
  };
}
