import type { RequestOf } from '#platform/http/contract.ts';
import type { reinstateUser, suspendUser, unlockUser } from '../contract/user-states.ts';
import type { NamedStateChange } from '../steps/named-user.ts';

export function toStateChange({
  body,
  params,
}:
  | RequestOf<typeof suspendUser>
  | RequestOf<typeof reinstateUser>
  | RequestOf<typeof unlockUser>): NamedStateChange {
  return { username: params.username, reason: body.reason };
}
