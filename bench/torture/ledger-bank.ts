import { Temporal } from 'temporal-polyfill';
import { ledgerDeps } from '../../server/src/adapters/ledger/ledger.ts';
import type { LedgerDeps } from '../../server/src/adapters/ledger/ledger-deps.ts';
import {
  type CalendarRules,
  defaultCalendarRules,
} from '../../server/src/capabilities/core-banking/index.ts';
import type { Database } from '../../server/src/platform/db/database.ts';
import { type Clock, systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';

/** An hour of the bank is two seconds of the run. */
const speed = 1_800;

/** Returns a clock that all processes of a run share: it began at an instant and goes faster. */
function fastClock(beganAt: Temporal.Instant): Clock {
  const now = (): Temporal.Instant => {
    const elapsed = systemClock.now().epochMilliseconds - beganAt.epochMilliseconds;
    return beganAt.add({ milliseconds: elapsed * speed });
  };
  return { now, today: (zone) => now().toZonedDateTimeISO(zone).toPlainDate() };
}

/** Every day is a business day, and every hour has a cycle. */
function hourlyRules(): CalendarRules {
  const rules = defaultCalendarRules('Europe/Berlin');
  const cycles = Array.from({ length: 24 }, (_, hour) => new Temporal.PlainTime(hour));
  return {
    ...rules,
    products: { ...rules.products, 'sepa-credit-transfers': { days: 'every-day', cycles } },
  };
}

/** The bank of the run, for one of its processes. */
export function tortureBank(database: Database, beganAt: Temporal.Instant): LedgerDeps {
  const clock = fastClock(beganAt);
  return ledgerDeps({ database, bankId: '01', clock, ids: systemIds(clock), rules: hourlyRules() });
}
