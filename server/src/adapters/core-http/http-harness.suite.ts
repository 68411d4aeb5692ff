import { randomUUID } from 'node:crypto';
import { createLedgerHarness } from '#adapters/ledger/ledger-harness.suite.ts';
import type { CoreHarness } from '#capabilities/core-banking/testing/core-harness.suite.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { CoreClientOptions } from './core-client.ts';
import type { ExampleCore } from './example-core-process.suite.ts';
import { createHttpCoreBank } from './http-core-bank.ts';

export interface HttpHarnessOptions {
  readonly database: Database;
  readonly process: ExampleCore;
  readonly egress: Egress;
  /** Where the connector sends its requests: the process itself, or a proxy. */
  readonly url: string;
  readonly client?: Pick<CoreClientOptions, 'timeoutMs'>;
}

/**
 * A bank of its own: the connector reaches it through the second process, and everything else acts on the same ledger
 * from here. Before each request the process gets the time and the bank of the test.
 */
export async function createHttpHarness({
  client,
  database,
  egress,
  process,
  url,
}: HttpHarnessOptions): Promise<CoreHarness> {
  const ledger = createLedgerHarness(database);
  const follow = createFollower(process, () => ({
    now: ledger.clock.now().toString(),
    bankId: ledger.deps.bankId,
  }));
  const timed: Egress = {
    ...egress,
    async send(request) {
      await follow();
      return egress.send(request);
    },
  };
  const options = { purpose: 'core', url, clock: ledger.clock, timeoutMs: 20_000, ...client };
  const core = createHttpCoreBank({ ...options, egress: timed });
  // What the core declares is known after the first call.
  await core.statusOf(randomUUID());
  return { ...ledger, core };
}

/** Sends the process what has changed since the last time. */
function createFollower(
  process: ExampleCore,
  state: () => { readonly now: string; readonly bankId: string },
): () => Promise<void> {
  let latest: { readonly now: string; readonly sent: Promise<void> } | undefined;
  return () => {
    const { bankId, now } = state();
    if (latest?.now !== now) latest = { now, sent: process.follow({ now, bankId }) };
    return latest.sent;
  };
}
