import type { FactorVerdict } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { scaFailuresMax } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent, auditChange } from '../apply-event.ts';
import { approveOnPage, type PageApproval } from '../approve.ts';
import { isCheckedSince } from '../order-to-sign.ts';
import { type PreparedApproval, prepareApproval } from '../prepare-approval.ts';
import { type PresentedCode, presentCode } from '../present-code.ts';
import { isStillAwaited, lockPage, type PageChange, without } from './page-step.ts';

/** Checks the code of the customer on the bank's page and, if it is right, signs and moves the subject. */
export async function enterCode(
  ctx: Context & ScaPorts,
  read: StoredAuthorisation,
  code: string,
): Promise<PageApproval> {
  // Accounts, rates and seeds may come from remote systems, so this happens before the transaction.
  const [prepared, presented] = await Promise.all([prepareApproval(ctx, read), presentCode(ctx, read, code)]);
  return runCommand(ctx, async (work) => {
    const locked = await lockPage(ctx, work, read.authorisationId);
    const authorisation = locked?.authorisation ?? read;
    const entered =
      locked !== undefined && isStillAwaited(authorisation, read)
        ? await checkCode(ctx, work, { authorisation, prepared, presented })
        : { authorisation };
    auditChange(work, locked?.before ?? read, entered.authorisation);
    return entered;
  });
}

async function checkCode(
  ctx: Context & ScaPorts,
  work: Work,
  {
    authorisation,
    prepared,
    presented,
  }: {
    readonly authorisation: StoredAuthorisation;
    readonly prepared: PreparedApproval;
    readonly presented: PresentedCode;
  },
): Promise<PageApproval> {
  const apply = async ({ change = {}, event }: PageChange): Promise<PageApproval> => ({
    authorisation: await applyEvent(ctx, work, {
      authorisation,
      event,
      change: { activeAt: ctx.clock.now(), ...change },
    }),
  });
  // What the customer was shown is not what would be executed.
  if (presented.digest !== prepared.toSign.digest)
    return apply(changeAfterOther(authorisation, { prepared, presented }));
  const verdict = await presented.verify(work);
  if (verdict.kind === 'right')
    return approveOnPage(ctx, work, {
      authorisation,
      prepared,
      proof: presented.proof,
      methodKind: presented.methodKind,
    });
  return apply(changeAfter(authorisation, verdict));
}

/** A payee that was checked meanwhile is shown, and another code is asked for; any other change ends the approval. */
function changeAfterOther(
  { details }: StoredAuthorisation,
  { prepared, presented }: { readonly prepared: PreparedApproval; readonly presented: PresentedCode },
): PageChange {
  if (!isCheckedSince(prepared.toSign, presented.digest))
    return { event: { kind: 'ended', failure: 'subject-ended' } };
  return {
    event: { kind: 'continued' },
    change: { details: { ...without(details, 'awaited'), pageError: { kind: 'order-changed' } } },
  };
}

function changeAfter(
  { details, wrongCodes }: StoredAuthorisation,
  verdict: Exclude<FactorVerdict, { readonly kind: 'right' }>,
): PageChange {
  if (verdict.kind === 'wrong') {
    const attemptsLeft = Math.max(0, scaFailuresMax - wrongCodes - 1);
    return {
      event: { kind: 'code-wrong' },
      change: { details: { ...details, pageError: { kind: 'code-wrong', attemptsLeft } } },
    };
  }
  if (verdict.why === 'locked-out')
    return {
      event: { kind: 'code-locked' },
      change: { details: { ...details, lockedUntilMs: verdict.until.epochMilliseconds } },
    };
  // Another code can be asked for on the page.
  return {
    event: { kind: 'continued' },
    change: { details: { ...details, pageError: { kind: 'code-expired' } } },
  };
}
