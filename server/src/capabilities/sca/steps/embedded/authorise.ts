import type { FactorVerdict } from '#capabilities/authorization/index.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationEvent } from '../../domain/authorisation.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import { problems } from '../../problems.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent } from '../apply-event.ts';
import { approve, approvedNow } from '../approve.ts';
import { endIfRolledBack } from '../end-if-rolled-back.ts';
import { type PreparedApproval, prepareApproval } from '../prepare-approval.ts';
import { type PresentedCode, presentCode } from '../present-code.ts';
import type { AuthorisationView } from '../view.ts';
import { answer, auditedAnswer, lockForStep, pathOf, type Step } from './step.ts';

/** Checks the code of the customer and, if it is right, signs and moves the subject, all in one transaction. */
export async function authorise(
  ctx: Context & ScaPorts,
  step: Step & { readonly code: string },
): Promise<AuthorisationView> {
  const { authorisation: read, code } = step;
  // Accounts and rates come from remote systems, so this happens before the transaction.
  const [prepared, presented] = await Promise.all([prepareApproval(ctx, read), presentCode(ctx, read, code)]);
  const approving = runCommand(ctx, async (work) => {
    const locked = await lockForStep(ctx, work, { authorisation: read, kind: 'authorise' });
    if (locked === undefined) return answer(ctx, read);
    const { authorisation, before } = locked;
    const after = await checkCode(ctx, work, { authorisation, prepared, presented });
    if (after.status === authorisation.status || after.status === 'failed')
      work.rejectAfterCommit(problemAfter(step, after));
    return auditedAnswer(ctx, work, { before, after });
  });
  return endIfRolledBack(ctx, read, approving);
}

interface CheckedCode {
  readonly authorisation: StoredAuthorisation;
  readonly prepared: PreparedApproval;
  readonly presented: PresentedCode;
}

async function checkCode(
  ctx: Context & ScaPorts,
  work: Work,
  { authorisation, prepared, presented }: CheckedCode,
): Promise<StoredAuthorisation> {
  // What the customer was shown is not what would be executed.
  if (presented.digest !== prepared.toSign.digest)
    return applyEvent(ctx, work, { authorisation, event: { kind: 'ended', failure: 'subject-ended' } });
  const verdict = await presented.verify(work);
  if (verdict.kind === 'right')
    return approve(ctx, work, { authorisation, prepared, proof: presented.proof, event: approvedNow });
  return applyEvent(ctx, work, { authorisation, event: eventAfter(verdict) });
}

/** A code that no attempt is possible at any more ends the authorisation: only a new one sends another code. */
function eventAfter(verdict: Exclude<FactorVerdict, { kind: 'right' }>): AuthorisationEvent {
  if (verdict.kind === 'wrong') return { kind: 'code-wrong' };
  return verdict.why === 'expired' ? { kind: 'ended', failure: 'timed-out' } : { kind: 'code-locked' };
}

/** The problem after a code that did not approve, with the way out. */
function problemAfter(step: Step, { failure }: StoredAuthorisation): Problem {
  if (failure === 'subject-ended') return problems['subject-closed']();
  if (failure === 'cannot-sign') return problems['customer-blocked']();
  const links =
    failure === undefined ? { authoriseTransaction: pathOf(step) } : { startAuthorisation: step.listPath };
  return problems['credentials-invalid']({ links });
}
