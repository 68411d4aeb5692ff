import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { sendApprovalCode } from '../operations/codes/send-approval-code.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import type { AuthorizationTestApp } from './authorization-test-app.suite.ts';

type Ctx = Context & AuthorizationPorts;

/** Returns the context of an approval: a system caller that names a third party and an authorisation. */
export function approvalContext(testApp: AuthorizationTestApp, authorisationId = 'authorisation-1'): Ctx {
  const job = `sca PSDDE-BAFIN-123456 ${authorisationId}`;
  return { ...testApp.context(), caller: { kind: 'system', job, bankId: '01' } };
}

/** Runs a command of an approval, which audits itself. */
export function inApproval<Result>(ctx: Ctx, decide: (work: Work) => Promise<Result>): Promise<Result> {
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'authorisation', aggregateId: 'authorisation-1', changes: [] });
    return decide(work);
  });
}

/** A code that was sent for an approval. */
export interface ApprovalCode {
  readonly verificationId: string;
  readonly otp: string;
}

/** Sends a code for a payment; returns its id and digits. */
export async function approvalCode(
  testApp: AuthorizationTestApp,
  ctx: Ctx,
  { message, user }: { readonly user: User; readonly message: string },
): Promise<ApprovalCode> {
  const verificationId = await sendApprovalCode(ctx, { userId: user.userId, action: 'payment', message });
  return { verificationId, otp: await testApp.codeOf(verificationId) };
}
