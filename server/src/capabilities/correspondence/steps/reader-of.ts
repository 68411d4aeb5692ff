import { type Caller, callerId } from '#platform/auth/caller.ts';

/** Whose something is. An application and an employee may have the same name; what is theirs is their own. */
export function readerOf(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}
