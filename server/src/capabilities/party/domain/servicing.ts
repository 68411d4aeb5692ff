import type { ServicingChange } from './changes.ts';
import type { Day, ServicingInfo } from './facts.ts';
import { merged, withoutAbsent } from './merging.ts';

/** Returns the servicing information after a change. */
export function changedServicing(
  current: ServicingInfo | undefined,
  { deputyManager, relationshipManager, serviceChannel, unit }: ServicingChange,
  since: Day,
): ServicingInfo {
  const change = withoutAbsent({ deputyManager, relationshipManager, serviceChannel, unit });
  return { ...merged<Omit<ServicingInfo, 'since'>>(current, change), since };
}
