import { deviceApprovalText } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { AnswerOutcome } from '../../ports/approval-answers.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { isDeviceSignature } from '../../steps/approvals/device-signature.ts';
import { type LoadedApproval, loadApproval } from '../../steps/approvals/load-approval.ts';
import { lockUsableDevice } from '../../steps/approvals/lock-usable-device.ts';
import { recordAnswer, recordAnswerIn } from '../../steps/approvals/record-answer.ts';
import { isForbidden } from '../../steps/restrictions/forbidden-acts.ts';

/** A customer approves on the calling device. */
export interface ApproveRequest {
  readonly approvalId: string;
  /** The two digits on the page, where one shows them. */
  readonly number: string | undefined;
  /** ES256, over `deviceApprovalText`. */
  readonly signature: string;
}

/** Approves a request with a signature of the calling device. A repeat of the same approval changes nothing. */
export async function approveRequest(ctx: Context & ClientPorts, answer: ApproveRequest): Promise<void> {
  const loaded = await loadApproval(ctx, answer.approvalId);
  if (loaded.status === 'approved') return;
  if (loaded.status !== 'open') throw problems['approval-over']();
  if (loaded.approval.source === 'sign-in') return approveSignIn(ctx, loaded, answer);
  settle(await approveOrder(ctx, loaded, answer));
}

async function approveOrder(
  ctx: Context & ClientPorts,
  { approval: { approvalId }, device }: LoadedApproval,
  { number, signature }: ApproveRequest,
): Promise<AnswerOutcome> {
  if (number === undefined) throw problems['number-required']();
  const outcome = await ctx.approvalAnswers.answerOrder(ctx, {
    ...device,
    requestId: approvalId,
    decision: { kind: 'approved', number, signature },
  });
  if (outcome.kind === 'approved') await recordAnswer(ctx, approvalId, 'approved');
  return outcome;
}

function settle(outcome: AnswerOutcome): void {
  if (outcome.kind === 'wrong-number')
    throw problems['number-wrong']({ details: { attemptsLeft: outcome.attemptsLeft } });
  if (outcome.kind !== 'approved') throw problems['approval-over']();
}

/**
 * The answer counts from its commit on, in which the client and the device are locked: an unpaired or blocked device
 * cannot approve, and a client under a login-block is not signed in.
 */
async function approveSignIn(
  ctx: Context & ClientPorts,
  { approval: { approvalId, content }, device }: LoadedApproval,
  { signature }: ApproveRequest,
): Promise<void> {
  const { approvalAnswers, bankId, clock, identity } = ctx;
  const text = deviceApprovalText({ requestId: approvalId, number: '', digest: content.digest });
  const approved = await runCommand(ctx, async (work) => {
    const locked = await lockUsableDevice(identity.authorization, work, { bankId, ...device });
    if (locked === undefined || !isDeviceSignature(locked.publicKey, text, signature))
      throw problems['approval-over']();
    const { customerNumber } = locked;
    const { userId } = device;
    if (await isForbidden(work, { bankId, userId, customerNumber, act: 'sign-in', now: clock.now() }))
      throw problems['approval-over']();
    const isFirst = await recordAnswerIn(ctx, work, { approvalId, state: 'approved' });
    if (!isFirst) throw problems['approval-over']();
    // Under the locks: a command that ends sign-ins afterwards ends this one as well.
    return { at: clock.now(), attestedBy: locked.attestedBy };
  });
  const isRecorded = await approvalAnswers.answerSignIn(ctx, {
    approvalId,
    isMuting: false,
    handle: content.handle ?? '',
    userId: device.userId,
    decision: 'approved',
    ...approved,
  });
  if (!isRecorded) throw problems['approval-over']();
}
