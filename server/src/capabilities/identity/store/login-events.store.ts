import type { Temporal } from 'temporal-polyfill';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { IdentityVault } from './identity-vault.ts';
import { tables } from './tables.ts';

export interface LoginEvent {
  readonly bankId: string;
  readonly loginEventId: string;
  readonly userId: string;
  readonly result: 'signed-in' | 'wrong' | 'locked';
  readonly browserName: string;
  readonly sourceAddress: string | undefined;
  readonly now: Temporal.Instant;
}

const insert = statement<Omit<LoginEvent, 'sourceAddress'> & { readonly sealedAddress: Buffer | null }>(
  'write',
)(({ bankId, browserName, loginEventId, now, result, sealedAddress, userId }) =>
  tables.insertInto('login_event').values({
    bank_id: bankId,
    user_id: userId,
    occurred_at: now,
    login_event_id: loginEventId,
    result,
    browser_name: browserName,
    sealed_address: sealedAddress,
  }),
);

/** Inserts a sign-in or a failed attempt into the login history. */
export function insertLoginEvent(
  work: Writer,
  vault: IdentityVault,
  { sourceAddress, ...event }: LoginEvent,
): void {
  const context = { bankId: event.bankId, table: 'login_event', rowId: event.loginEventId } as const;
  const sealedAddress = sourceAddress === undefined ? null : vault.sealText(context, sourceAddress);
  work.write(insert({ ...event, sealedAddress }));
}
