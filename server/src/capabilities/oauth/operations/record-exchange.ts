import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';

/** A token that a service got for the token of a customer. */
export interface RecordExchange {
  readonly tokenId: string;
  readonly serviceId: string;
  readonly userId: string;
  /** The token of the customer, and the app that it was issued to. */
  readonly exchanged: { readonly clientId: string; readonly tokenId: string };
  readonly scope: string;
}

/** Records in the audit trail that a service may act for a customer from now on. The token is sent after the commit. */
export async function recordExchange(
  ctx: Context,
  { exchanged, scope, serviceId, tokenId, userId }: RecordExchange,
): Promise<void> {
  await runCommand(ctx, async (work) => {
    work.audit({
      aggregateKind: 'token',
      aggregateId: tokenId,
      changes: [
        { field: 'service', after: serviceId },
        { field: 'user', after: userId },
        { field: 'app', after: exchanged.clientId },
        { field: 'exchanged-token', after: exchanged.tokenId },
        { field: 'scope', after: scope },
      ],
    });
  });
}
