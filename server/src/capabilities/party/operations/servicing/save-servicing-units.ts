import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { upsertManager, upsertUnit } from '../../store/servicing.store.ts';

/** Units with their parent units, and managers with their units. A unit follows its parent in the list. */
export interface ServicingUnits {
  readonly units: readonly { readonly unit: string; readonly parentUnit: string | undefined }[];
  readonly managers: readonly { readonly managerId: string; readonly unit: string }[];
}

/** Inserts or updates units and managers; the bank's own directory is the master. */
export async function saveServicingUnits(ctx: Context, { managers, units }: ServicingUnits): Promise<void> {
  const { bankId } = ctx;
  return runCommand(ctx, async (work) => {
    for (const unit of units) upsertUnit(work, { bankId, ...unit });
    for (const manager of managers) upsertManager(work, { bankId, ...manager });
    work.audit({
      aggregateKind: 'servicing-units',
      aggregateId: bankId,
      changes: [
        ...units.map(({ parentUnit, unit }) => ({ field: unit, after: parentUnit ?? null })),
        ...managers.map(({ managerId, unit }) => ({ field: managerId, after: unit })),
      ],
    });
  });
}
