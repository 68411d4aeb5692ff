import { type Caller, callerId, customerIn } from '#platform/auth/caller.ts';
import type { MailboxOwner } from '../domain/mailbox.ts';

/**
 * SPEC channel interfaces 1.5: customers have access to their own data, and to that of the organization they act for.
 */
export function ownNumbers(caller: Caller): readonly string[] {
  const { actingFor, customerNumber } = customerIn(caller) ?? {};
  return [...new Set([customerNumber, actingFor].filter((number) => number !== undefined))];
}

/**
 * Returns the mailbox of a caller: their own messages and those of the organization they act for, with the state that
 * these messages have for this user.
 */
export function mailboxOf({
  bankId,
  caller,
}: {
  readonly bankId: string;
  readonly caller: Caller;
}): MailboxOwner {
  return { bankId, own: ownNumbers(caller), userId: callerId(caller) };
}

/** Identifies the reader. An application and an employee may have the same name, so the kind is part of it. */
export function readerOf(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}

/**
 * Returns the sender whose messages a caller may list: staff who see every customer see those of all senders, everyone
 * else only their own.
 */
export function senderScope(caller: Caller): string | undefined {
  const seesAll = caller.kind === 'employee' && caller.roles.has('party.all-units');
  return seesAll ? undefined : readerOf(caller);
}
