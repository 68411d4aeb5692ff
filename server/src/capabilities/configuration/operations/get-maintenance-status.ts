import type { Context } from '#platform/work/context.ts';
import { type MaintenanceStatus, statusOf } from '../domain/maintenance-status.ts';
import type { MaintenanceCache } from '../ports/maintenance-cache.ts';

export interface GetMaintenanceStatus {
  readonly bankId: string;
  /** Preferred languages first. */
  readonly languages: readonly string[];
}

/** Returns the status from memory: it must be available without the database. */
export async function getMaintenanceStatus(
  ctx: Context & { readonly cache: MaintenanceCache },
  { bankId, languages }: GetMaintenanceStatus,
): Promise<MaintenanceStatus> {
  return statusOf(ctx.cache.maintenanceOf(bankId), ctx.clock.now(), languages);
}
