import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { StaffIdentity, StaffProof } from '../domain/employee.ts';
import { employeeSignedInEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { findCutOff } from '../store/cut-offs.store.ts';
import { deleteEmployeeRoles, findEmployee, upsertEmployee } from '../store/employees.store.ts';

export interface AdmitEmployee {
  readonly identity: StaffIdentity;
  readonly signInId: string;
}

const recordedProblems: ReadonlySet<string> = new Set([
  problems['employee-mismatch'].literal,
  problems['employee-cut-off'].literal,
]);

/** Saves what the bank's own provider says about an employee. Tokens issued from now on contain it. */
export async function admitEmployee(ctx: Context, { identity, signInId }: AdmitEmployee): Promise<void> {
  try {
    await save(ctx, { identity, signInId });
    // The transaction was rolled back; record the refusal in one of its own.
  } catch (error) {
    if (!(error instanceof Problem) || !recordedProblems.has(error.literal)) throw error;
    const { employeeId, issuer, subject } = identity;
    await refuseSignIn(ctx, { signInId, problem: error, proof: { issuer, subject, claims: {} }, employeeId });
  }
}

async function save(ctx: Context, { identity, signInId }: AdmitEmployee): Promise<void> {
  const { bankId } = ctx;
  const { assurance, employeeId, issuer, roles, subject, unit } = identity;
  await runCommand(ctx, async (work) => {
    const [before, cutOffAt] = await Promise.all([
      findEmployee(work, bankId, employeeId),
      findCutOff(work, { bankId, employeeId }),
    ]);
    if (cutOffAt !== undefined) throw problems['employee-cut-off']();
    upsertEmployee(work, {
      bankId,
      employeeId,
      upstreamIssuer: issuer,
      upstreamSubject: subject,
      unit,
      roles,
      signedInAt: ctx.clock.now(),
    });
    work.emit(employeeSignedInEvent(identity));
    work.audit({
      aggregateKind: 'employee',
      aggregateId: employeeId,
      changes: [
        { field: 'signInId', after: signInId },
        { field: 'upstreamSubject', before: before?.upstreamSubject ?? null, after: subject },
        { field: 'unit', before: before?.unit ?? null, after: unit ?? null },
        { field: 'roles', before: before?.roles.join(' ') ?? null, after: roles.join(' ') },
        { field: 'assurance', after: assurance },
      ],
    });
  });
}

export interface RefuseSignIn {
  readonly signInId: string;
  readonly problem: Problem;
  /** The proof, as far as it was verified. */
  readonly proof?: StaffProof;
  readonly employeeId?: string | undefined;
}

/**
 * Refuses an employee and records the refusal. An employee without any role left also loses the roles in open sessions.
 */
export async function refuseSignIn(
  ctx: Context,
  { employeeId, problem, proof, signInId }: RefuseSignIn,
): Promise<never> {
  await runCommand(ctx, async (work) => {
    if (proof !== undefined && problem.literal === problems['employee-without-role'].literal)
      deleteEmployeeRoles(work, {
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
