import type { Database } from '#platform/db/database.ts';
import type { ActiveMaintenance, MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { preferredLanguages } from '#platform/kernel/language.ts';
import {
  type BankOutlook,
  closingWindow,
  messageOf,
  retryAfterSeconds,
} from '../domain/maintenance-status.ts';
import type { MaintenanceCache } from '../ports/maintenance-cache.ts';
import { findDefaultLanguage } from './banks.store.ts';
import { listWindows } from './maintenance-windows.store.ts';

const openStates = ['approved', 'started'] as const;
const languageFallback = 'en';

/**
 * The outlook of every bank, in memory: asked on each request, and still true to the last known state when the
 * database is what is being maintained.
 */
export function createMaintenanceCache(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly banks: readonly string[];
}): MaintenanceCache & MaintenanceGate {
  const { banks, clock, database } = options;
  const outlooks = new Map<string, BankOutlook>();

  const refreshBank = async (bankId: string): Promise<void> => {
    const db = database.forBank(bankId);
    const [defaultLanguage = languageFallback, windows] = await Promise.all([
      findDefaultLanguage(db, bankId),
      listWindows(db, bankId, openStates),
    ]);
    outlooks.set(bankId, { defaultLanguage, windows });
  };

  const outlookOf = (bankId: string): BankOutlook =>
    outlooks.get(bankId) ?? { defaultLanguage: languageFallback, windows: [] };

  return {
    outlookOf,
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
    closureOf(bankId): ActiveMaintenance | undefined {
      const outlook = outlooks.get(bankId);
      if (outlook === undefined || outlook.windows.length === 0) return undefined;
      const now = clock.now();
      const window = closingWindow(outlook, now);
      if (window === undefined) return undefined;
      return {
        retryAfterSeconds: retryAfterSeconds(window, now),
        message: (accept) => messageOf(window, preferredLanguages(accept), outlook.defaultLanguage),
      };
    },
  };
}
