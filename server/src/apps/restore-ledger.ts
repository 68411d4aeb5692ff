import { createEndingLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Log } from '#platform/log/logger.ts';
import { type EndingLedger, endingHandler } from '#platform/work/ending-ledger.ts';
import type { EventHandler } from '#platform/work/event-handler.ts';
import { endingEvents } from './wiring.ts';

/** Returns undefined if no ledger is configured: then a restored backup brings back what has ended since. */
export function endingLedgerFrom({ erasureLedger }: Pick<Config, 'erasureLedger'>): EndingLedger | undefined {
  return erasureLedger === undefined ? undefined : createEndingLedger(erasureLedger);
}

/**
 * Returns the event handlers that append to the ledger. Warns if it is not configured, because the lines are never
 * written later.
 */
export function ledgerEventHandlers(
  config: Pick<Config, 'erasureLedger'>,
  log: Log,
): readonly EventHandler[] {
  const ledger = endingLedgerFrom(config);
  if (ledger !== undefined) return [endingHandler(ledger, endingEvents)];
  log.warn(
    { check: 'restore-ledger' },
    'restore ledger not configured: set PORTICO_ERASURE_LEDGER for every worker, or a restored backup brings back what has ended',
  );
  return [];
}
