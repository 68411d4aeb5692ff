import type { SigningProof } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Method } from '../../domain/details.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { applyEvent } from '../apply-event.ts';
import { approve } from '../approve.ts';
import { endIfRolledBack } from '../end-if-rolled-back.ts';
import { type PreparedApproval, prepareApproval } from '../prepare-approval.ts';
import type { AuthorisationView } from '../view.ts';
import { answer, auditedAnswer, lockForStep, type Step } from './step.ts';

/**
 * Confirms an approval of the bank's page with the code that came back with the browser, or without one for a token of
 * this approval, and signs. A wrong code ends it:
 * the browser did not return to the third party that asked.
 */
export async function confirm(
  ctx: Context & ScaPorts,
  { authorisation: read, code }: Step & { readonly code: string | undefined },
): Promise<AuthorisationView> {
  const prepared = await prepareApproval(ctx, read);
  const approving = runCommand(ctx, async (work) => {
    const locked = await lockForStep(ctx, work, { authorisation: read, kind: 'confirm' });
    if (locked === undefined) return answer(ctx, read);
    const { authorisation, before } = locked;
    const after = await check(ctx, work, { authorisation, code, prepared });
    return auditedAnswer(ctx, work, { before, after });
  });
  return endIfRolledBack(ctx, read, approving);
}

async function check(
  ctx: Context & ScaPorts,
  work: Work,
  {
    authorisation,
    code,
    prepared,
  }: {
    readonly authorisation: StoredAuthorisation;
    readonly code: string | undefined;
    readonly prepared: PreparedApproval;
  },
): Promise<StoredAuthorisation> {
  const { bankId, scaVault } = ctx;
  const { authorisationId, confirmationHash, details } = authorisation;
  const { passed } = details;
  const isRight =
    code === undefined ||
    (confirmationHash !== undefined &&
      scaVault.isConfirmation(confirmationHash, { bankId, authorisationId, code }));
  if (!isRight || passed === undefined)
    return applyEvent(ctx, work, { authorisation, event: { kind: 'ended', failure: 'confirmation-wrong' } });
  if (passed.digest !== prepared.toSign.digest)
    return applyEvent(ctx, work, { authorisation, event: { kind: 'ended', failure: 'subject-ended' } });
  const proof: SigningProof = {
    kind: 'verified',
    by: proofKinds[passed.methodKind],
    reference: authorisationId,
  };
  return approve(ctx, work, { authorisation, prepared, proof, event: { kind: 'confirmed' } });
}

const proofKinds = {
  sms: 'sms-otp',
  ocra: 'ocra',
  passkey: 'passkey',
  device: 'device',
} as const satisfies Record<Method['kind'], string>;
