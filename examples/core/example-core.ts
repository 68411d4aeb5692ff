import { once } from 'node:events';
import { closeDays } from '../../server/src/adapters/ledger/close-days.ts';
import { createLedgerCoreBank, ledgerDeps } from '../../server/src/adapters/ledger/ledger.ts';
import type { LedgerDeps } from '../../server/src/adapters/ledger/ledger-deps.ts';
import { runDue } from '../../server/src/adapters/ledger/run-due.ts';
import { runStandingOrders } from '../../server/src/adapters/ledger/standing-orders.ts';
import { type CoreBank, defaultCalendarRules } from '../../server/src/capabilities/core-banking/index.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createCoreServer } from './core-server.ts';
import { followParent, type ParentControl } from './follow-parent.ts';
import { openSampleAccounts } from './sample-customer.ts';
import { readSettings, type Settings, usage } from './settings.ts';

/** `npm run example-core`: a core banking system that serves the contract of the connector, from the ledger. */
const runIntervalMs = 5_000;
/** As many orders as clients send at a time: one that waits for a connection is refused after three seconds. */
const poolSize = 20;

/** Creates the core of each bank that is asked for: one, or those of a test. */
function coresOf(
  settings: Settings,
  control: ParentControl | undefined,
): { readonly core: () => CoreBank; readonly deps: LedgerDeps } {
  const clock = control?.clock ?? systemClock;
  const database = openDatabase({ url: settings.databaseUrl, poolSize });
  const rules = defaultCalendarRules(settings.zone);
  const depsOf = (bankId: string): LedgerDeps =>
    ledgerDeps({ database, bankId, clock, ids: systemIds(clock), rules });
  const deps = depsOf(settings.bankId);
  let current = { bankId: settings.bankId, core: createLedgerCoreBank(deps) };
  const core = (): CoreBank => {
    const bankId = control?.bankId() ?? settings.bankId;
    if (bankId !== current.bankId) current = { bankId, core: createLedgerCoreBank(depsOf(bankId)) };
    return current.core;
  };
  return { core, deps };
}

/** Executes and settles what is due, as the jobs of a core banking system do. */
async function runJobs(deps: LedgerDeps): Promise<void> {
  await runStandingOrders(deps);
  const { failures } = await runDue(deps);
  for (const failure of failures) console.error(failure);
  await closeDays(deps);
}

async function start(settings: Settings): Promise<void> {
  const control = followParent(settings.bankId);
  const { core, deps } = coresOf(settings, control);
  const server = createCoreServer(settings, core);
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  console.log(`The example core of bank ${settings.bankId} serves https://${settings.host}:${port}`);
  console.log('Clients need a certificate of the configured authority. The contract is core-connector.yaml.');
  process.send?.({ port });
  if (settings.sampleCustomer !== undefined) {
    const accounts = await openSampleAccounts(deps, settings.sampleCustomer);
    console.log(`Customer ${settings.sampleCustomer} has the accounts ${accounts.join(', ')}`);
  }
  // A test moves the clock and runs the jobs itself.
  if (control === undefined) setInterval(() => void runJobs(deps).catch(console.error), runIntervalMs);
}

try {
  await start(await readSettings(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exit(1);
}
