import type { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { StaffProof } from '../domain/employee.ts';
import { problems } from '../problems.ts';
import { updateWithoutRoles } from '../store/employees.store.ts';

export interface RefuseSignIn {
  readonly signInId: string;
  readonly problem: Problem;
  /** As far as it got. */
  readonly proof?: StaffProof;
  readonly employeeId?: string | undefined;
}

/** Refuses a member of staff, and remembers it. Who has lost all roles loses them in open sessions too. */
export async function refuseSignIn(
  ctx: Context,
  { employeeId, problem, proof, signInId }: RefuseSignIn,
): Promise<never> {
  await runCommand(ctx, async (work) => {
    if (proof !== undefined && problem.literal === problems['employee-without-role'].literal)
      updateWithoutRoles(work, {
        bankId: ctx.bankId,
        upstreamIssuer: proof.issuer,
        upstreamSubject: proof.subject,
      });
    work.audit({
      aggregateKind: 'staff-sign-in',
      aggregateId: signInId,
      changes: [
        { field: 'upstreamSubject', after: proof?.subject ?? null },
        { field: 'employeeId', after: employeeId ?? null },
      ],
      problem: problem.literal,
    });
    work.rejectAfterCommit(problem);
  });
  throw problem;
}
