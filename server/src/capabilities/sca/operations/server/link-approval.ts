import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { after } from '../../domain/authorisation.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { applyEvent, auditChange } from '../../steps/apply-event.ts';
import { lockAsOfNow } from '../../steps/lock-as-of-now.ts';

/** A browser that has come to the authorization server. */
export interface LinkApproval {
  readonly authorisationId: string;
  /** Address of the authorization server, to which the page sends the browser. */
  readonly returnUri: string;
}

/**
 * Makes the link to the page for a browser that has come to the authorization server; an earlier link ends. Returns
 * undefined if the page was opened, or the authorisation has ended.
 */
export async function linkApproval(
  ctx: Context & ScaPorts,
  { authorisationId, returnUri }: LinkApproval,
): Promise<string | undefined> {
  const { bankId, scaChoices, scaVault } = ctx;
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, authorisationId);
    const { returnTo } = authorisation.details;
    if (returnTo === undefined || after(authorisation, { kind: 'linked' }) === undefined) {
      auditChange(work, before, authorisation);
      return undefined;
    }
    const handle = scaVault.newHandle(bankId);
    const onwardUri = returnTo.onwardUri ?? returnTo.uri;
    const linked = await applyEvent(ctx, work, {
      authorisation,
      event: { kind: 'linked' },
      change: {
        handleHash: scaVault.handleHash(handle),
        details: { ...authorisation.details, returnTo: { uri: returnUri, onwardUri } },
      },
    });
    auditChange(work, before, linked);
    return `${scaChoices.of(bankId).pageUrl}/sca/${handle}`;
  });
}
