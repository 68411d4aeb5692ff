import { omitUndefined } from '#platform/kernel/members.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { after } from '../../domain/authorisation.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { applyEvent, auditChange } from '../../steps/apply-event.ts';
import { lockAsOfNow } from '../../steps/lock-as-of-now.ts';
import { type ApprovalCookie, approvalCookie } from '../../steps/page/approval-cookie.ts';
import { browserHashOf } from '../../steps/page/find-page.ts';

/** A browser that has come to the authorization server. */
export interface LinkApproval {
  readonly authorisationId: string;
  /** Address of the authorization server, to which the page sends the browser. */
  readonly returnUri: string;
}

/** A link to the page, for one browser. */
export interface ApprovalLink {
  readonly url: string;
  /** Sent to the browser together with the link. */
  readonly cookie: ApprovalCookie;
}

/**
 * Makes the link to the page for a browser that has come to the authorization server; an earlier link ends. The link
 * belongs to this browser at once, so that a customer who gets it from another person cannot approve under it. Returns
 * undefined if the page was opened, or the authorisation has ended.
 */
export async function linkApproval(
  ctx: Context & ScaPorts,
  { authorisationId, returnUri }: LinkApproval,
): Promise<ApprovalLink | undefined> {
  const { bankId, scaChoices, scaVault } = ctx;
  return runCommand(ctx, async (work) => {
    const { authorisation, before } = await lockAsOfNow(ctx, work, authorisationId);
    const { returnTo } = authorisation.details;
    if (returnTo === undefined || after(authorisation, { kind: 'linked' }) === undefined) {
      auditChange(work, before, authorisation);
      return undefined;
    }
    const handle = scaVault.newHandle(bankId);
    const browserSecret = scaVault.newBrowserSecret();
    const onwardUri = returnTo.onwardUri ?? returnTo.uri;
    const linked = await applyEvent(ctx, work, {
      authorisation,
      event: { kind: 'linked' },
      change: {
        handleHash: scaVault.handleHash(handle),
        details: {
          ...authorisation.details,
          browserHash: browserHashOf(browserSecret),
          returnTo: omitUndefined({ uri: returnUri, onwardUri, foreignHosts: returnTo.foreignHosts }),
        },
      },
    });
    auditChange(work, before, linked);
    const url = `${scaChoices.of(bankId).pageUrl}/sca/${handle}`;
    return { url, cookie: { kind: approvalCookie(handle), value: browserSecret } };
  });
}
