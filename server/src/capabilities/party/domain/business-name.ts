import type { BusinessNameChange } from './changes.ts';
import { canonical } from './fact-map.ts';
import type { OrganizationName } from './facts.ts';
import { merged, withoutAbsent } from './merging.ts';

/** Returns the names after a change; undefined when the mandatory registered name would be cleared. */
export function changedBusinessName(
  name: OrganizationName,
  { commercialName, legalStructure, registeredName }: BusinessNameChange,
): OrganizationName | 'name-unchanged' | undefined {
  if (commercialName === null) return undefined;
  const after = merged<OrganizationName>(
    name,
    withoutAbsent({ commercialName, legalStructure, registeredName }),
  );
  return canonical(after) === canonical(name) ? 'name-unchanged' : after;
}
