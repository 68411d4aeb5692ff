import { createEndingLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Log } from '#platform/log/logger.ts';
import { endingHandler } from '#platform/work/ending-ledger.ts';
import type { EventHandler } from '#platform/work/event-handler.ts';
import { endingEvents } from './wiring.ts';

/**
 * Returns the event handlers that append to the ledger. Warns if it is not configured, because the lines are never
 * written later.
 */
export function ledgerEventHandlers(
  { erasureLedger }: Pick<Config, 'erasureLedger'>,
  log: Log,
): readonly EventHandler[] {
  if (erasureLedger !== undefined) return [endingHandler(createEndingLedger(erasureLedger), endingEvents)];
  log.warn(
    { check: 'restore-ledger' },
    'restore ledger not configured: set PORTICO_ERASURE_LEDGER for every worker, or a restored backup brings back what has ended',
  );
  return [];
}
