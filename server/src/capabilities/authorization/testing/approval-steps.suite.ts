import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { emptyContext } from '../domain/calling-context.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import { sendApprovalCode } from '../operations/codes/send-approval-code.ts';
import { prepareSigning } from '../operations/signatures/prepare-signing.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import type { PreparedSigning } from '../steps/prepared-signing.ts';
import type { AuthorizationTestApp } from './authorization-test-app.suite.ts';
import { payment } from './signing-steps.suite.ts';

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

/** Prepares a resource of an owner, by default a payment. */
export function preparedResource(
  ctx: Ctx,
  {
    kind = 'payment',
    owner,
    payload = payment('50000'),
    resourceId,
  }: {
    readonly owner: string;
    readonly resourceId: string;
    readonly kind?: ResourceKind;
    readonly payload?: string;
  },
): Promise<PreparedSigning> {
  const context = { ...emptyContext, customerNumber: owner };
  return prepareSigning(ctx, { resourceId, resourceKind: kind, payload, context });
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
