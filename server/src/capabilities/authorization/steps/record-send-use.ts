import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Destination } from '../domain/sends/destination.ts';
import { hourOf, usedKeys } from '../domain/sends/send-limits.ts';
import { insertUsed, insertUsedSend, updateUsed } from '../store/sends.store.ts';

/** A message whose code was typed in, as it was reserved. */
export interface UsedSend {
  readonly clientId: string;
  readonly isRegistered: boolean;
  /** Absent for e-mail. */
  readonly place: Destination | undefined;
  /** Those of the recipients that the send was reserved for. */
  readonly recipientIndexes: readonly Buffer[];
  /** When it was reserved. */
  readonly sentAt: Temporal.Instant;
}

/** Notes that a code was used: in the hour of its sending, whatever time it is now. */
export function recordSendUse({ bankId }: Context, work: Work, used: UsedSend): void {
  const { isRegistered, recipientIndexes, sentAt } = used;
  insertUsedSend(work, { bankId, recipientIndexes, sentAt });
  const keys = usedKeys(used);
  if (keys.length === 0) return;
  const counts = { bankId, keys, hour: hourOf(sentAt) };
  if (isRegistered) insertUsed(work, counts);
  else updateUsed(work, counts);
}
