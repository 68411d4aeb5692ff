import type { Context } from '#platform/work/context.ts';
import { type MaintenanceStatus, statusOf } from '../domain/maintenance-status.ts';
import type { MaintenanceCache } from '../ports/maintenance-cache.ts';

export interface GetMaintenanceStatus {
  readonly bankId: string;
  /** Most wanted first. */
  readonly languages: readonly string[];
}

/** Answers from memory: it must work while the database is away. */
export async function getMaintenanceStatus(
  ctx: Context & { readonly cache: MaintenanceCache },
  { bankId, languages }: GetMaintenanceStatus,
): Promise<MaintenanceStatus> {
  return statusOf(ctx.cache.outlookOf(bankId), ctx.clock.now(), languages);
}
