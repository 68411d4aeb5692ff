import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { saveManager, saveUnit } from '../store/servicing.store.ts';

/** Units with the units above them, and who works where. A unit stands after the one above it. */
export interface ServicingUnits {
  readonly units: readonly { readonly unit: string; readonly parentUnit: string | undefined }[];
  readonly managers: readonly { readonly managerId: string; readonly unit: string }[];
}

/** Enters or moves units and managers; the bank's own directory is the master. */
export async function saveServicingUnits(ctx: Context, { managers, units }: ServicingUnits): Promise<void> {
  const { bankId } = ctx;
  return runCommand(ctx, async (work) => {
    for (const unit of units) saveUnit(work, { bankId, ...unit });
    for (const manager of managers) saveManager(work, { bankId, ...manager });
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
