import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { StaffIdentity } from '../domain/employee.ts';
import { employeeSignedInEvent } from '../events.ts';
import { problems } from '../problems.ts';
import { findCutOff } from '../store/cut-offs.store.ts';
import { findEmployee, saveEmployee } from '../store/employees.store.ts';
import { refuseSignIn } from './refuse-sign-in.ts';

export interface AdmitEmployee {
  readonly identity: StaffIdentity;
  readonly signInId: string;
}

const remembered: ReadonlySet<string> = new Set([
  problems['employee-mismatch'].literal,
  problems['employee-cut-off'].literal,
]);

/** Writes down what the bank's own provider says about a member of staff; their tokens say it from now on. */
export async function admitEmployee(ctx: Context, { identity, signInId }: AdmitEmployee): Promise<void> {
  try {
    await save(ctx, { identity, signInId });
    // Nothing was saved, and the refusal must be remembered all the same.
  } catch (error) {
    if (!(error instanceof Problem) || !remembered.has(error.literal)) throw error;
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
    saveEmployee(work, {
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
