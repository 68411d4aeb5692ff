import type { Context } from '#platform/work/context.ts';
import type { MailboxStatus } from '../../domain/literals.ts';
import { summaryOf } from '../../domain/mailbox.ts';
import { mailboxOf } from '../../steps/callers.ts';
import { countMessages } from '../../store/mailbox.read.ts';

export type MailboxSummary = ReturnType<typeof summaryOf>;

/** Counts the messages in the caller's mailbox by status, at any age. */
export async function summarizeMessages(
  ctx: Context,
  { statuses }: { readonly statuses: readonly MailboxStatus[] },
): Promise<MailboxSummary> {
  const counts = await countMessages(ctx.db, mailboxOf(ctx), ctx.clock.now());
  return summaryOf(counts, statuses);
}
