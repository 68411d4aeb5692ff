import type { Context } from '#platform/work/context.ts';
import { endInBatches } from '#platform/work/end-in-batches.ts';
import { activationCodeRetentionDays, deviceRetentionMonths } from '../../domain/devices/policy.ts';
import { deleteOld } from '../../store/device-clean-up.store.ts';

const rowsMax = 500;
const quotaDays = 2;

/** Deletes devices that were unpaired long ago, and codes, offline sign-ins and counts that are over. */
export async function cleanUpDevices(ctx: Context): Promise<number> {
  const { bankId, clock } = ctx;
  const now = clock.now().toZonedDateTimeISO('UTC');
  const before = {
    unpaired: now.subtract({ months: deviceRetentionMonths }),
    codes: now.subtract({ days: activationCodeRetentionDays }),
    logins: now.subtract({ days: 1 }),
    quotas: now.subtract({ days: quotaDays }),
  };
  let count = 0;
  for (const kind of ['unpaired', 'codes', 'logins', 'quotas'] as const) {
    const scope = { bankId, before: before[kind].toInstant(), listMax: rowsMax };
    count += await endInBatches(ctx, { field: `devices-${kind}`, rowsMax }, (work) =>
      deleteOld(work, kind, scope),
    );
  }
  return count;
}
