import type { Reader } from '#platform/db/reader.ts';
import type { ServicingInfo } from '../domain/facts.ts';
import { problems } from '../problems.ts';
import { findManagerUnit, hasUnit } from '../store/servicing.store.ts';

/** Whether such a unit and such managers exist, and belong together. */
export async function checkServicing(
  db: Reader,
  bankId: string,
  { deputyManager, relationshipManager, unit }: Omit<ServicingInfo, 'since'>,
): Promise<void> {
  const managers = [relationshipManager, deputyManager].filter((manager) => manager !== undefined);
  const [isUnitKnown, ...units] = await Promise.all([
    unit === undefined ? true : hasUnit(db, bankId, unit),
    ...managers.map((manager) => findManagerUnit(db, bankId, manager)),
  ]);
  if (!isUnitKnown) throw problems['servicing-unit-not-found']();
  for (const managerUnit of units) {
    if (managerUnit === undefined) throw problems['manager-not-found']();
    if (managerUnit !== unit) throw problems['manager-not-in-unit']();
  }
}
