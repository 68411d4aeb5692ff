import type { Caller, Customer } from '#platform/auth/caller.ts';
import type { Depth } from './read-audited.ts';

/** Who sees sensitive data: applications and staff with the right of that name, and customers their own. */
export function depthFor(caller: Caller, partyNumber?: string): Depth {
  switch (caller.kind) {
    case 'application':
      return caller.scopes.has('party.sensitive') ? 'sensitive' : 'personal';
    case 'employee':
      return caller.roles.has('party.sensitive') ? 'sensitive' : 'personal';
    case 'customer':
      return isOwn(caller, partyNumber) ? 'sensitive' : 'personal';
    case 'system':
      return 'sensitive';
    case 'tpp':
    case 'anonymous':
      return 'personal';
  }
}

function isOwn({ actingFor, customerNumber }: Customer, partyNumber: string | undefined): boolean {
  return partyNumber !== undefined && [customerNumber, actingFor].includes(partyNumber);
}
