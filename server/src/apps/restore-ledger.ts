import { createEndingLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Log } from '#platform/log/logger.ts';
import { type EndingLedger, endingHandler } from '#platform/work/ending-ledger.ts';
import type { EventHandler } from '#platform/work/event-handler.ts';
import { endingEvents } from './wiring.ts';

/** Absent where no ledger is configured: then a restored backup revives what ended since. */
export function endingLedgerFrom({ erasureLedger }: Pick<Config, 'erasureLedger'>): EndingLedger | undefined {
  return erasureLedger === undefined ? undefined : createEndingLedger(erasureLedger);
}

/** What the worker appends to the ledger. Without the setting nobody writes these lines later, so it warns. */
export function ledgerEventHandlers(
  config: Pick<Config, 'erasureLedger'>,
  log: Log,
): readonly EventHandler[] {
  const ledger = endingLedgerFrom(config);
  if (ledger !== undefined) return [endingHandler(ledger, endingEvents)];
  log.warn(
    { check: 'restore-ledger' },
    'the restore ledger is not configured: set PORTICO_ERASURE_LEDGER for every worker, or a restored backup revives what ended',
  );
  return [];
}
