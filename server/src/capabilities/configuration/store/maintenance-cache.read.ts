import type { Database } from '#platform/db/database.ts';
import type { ActiveMaintenance, MaintenanceGate } from '#platform/http/maintenance-gate.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { preferredLanguages } from '#platform/kernel/language.ts';
import {
  type BankMaintenance,
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
 * Creates the cache of maintenance of all banks. Every request reads it, and it serves the last known state while the
 * database itself is under maintenance.
 */
export function createMaintenanceCache(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly banks: readonly string[];
}): MaintenanceCache & MaintenanceGate {
  const { banks, clock, database } = options;
  const maintenanceByBank = new Map<string, BankMaintenance>();

  const refreshBank = async (bankId: string): Promise<void> => {
    const db = database.forBank(bankId);
    const [defaultLanguage = languageFallback, windows] = await Promise.all([
      findDefaultLanguage(db, bankId),
      listWindows(db, bankId, openStates),
    ]);
    maintenanceByBank.set(bankId, { defaultLanguage, windows });
  };

  const maintenanceOf = (bankId: string): BankMaintenance =>
    maintenanceByBank.get(bankId) ?? { defaultLanguage: languageFallback, windows: [] };

  return {
    maintenanceOf,
    async refresh() {
      await Promise.all(banks.map(refreshBank));
    },
    activeMaintenanceOf(bankId): ActiveMaintenance | undefined {
      const maintenance = maintenanceByBank.get(bankId);
      if (maintenance === undefined || maintenance.windows.length === 0) return undefined;
      const now = clock.now();
      const window = closingWindow(maintenance, now);
      if (window === undefined) return undefined;
      return {
        retryAfterSeconds: retryAfterSeconds(window, now),
        message: (accept) => messageOf(window, preferredLanguages(accept), maintenance.defaultLanguage),
      };
    },
  };
}
