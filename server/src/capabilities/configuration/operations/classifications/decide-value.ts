import {
  decideChange,
  insertValueOnce,
  isListFull,
  lockProposedChange,
} from '#platform/classification/classification-changes.store.ts';
import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { ClassificationChange } from '#platform/kernel/classification-change.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { decideBankChange, type Verdict } from '../../domain/bank-change.ts';
import { problems } from '../../problems.ts';

/** What a second employee decides about a proposed definition. */
export interface ValueVerdict {
  readonly schema: ClassificationSchema;
  readonly literal: string;
  /** The change that the employee has read: its proposer may withdraw it and propose another one. */
  readonly changeId: string;
  readonly verdict: Verdict;
  readonly employeeId: string;
}

/** Approves or rejects the proposed definition of a value. Every process uses an approved one from its time on. */
export async function decideValue(
  ctx: Context,
  { changeId, employeeId, literal, schema, verdict }: ValueVerdict,
): Promise<ClassificationChange> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const key = { schemaId: schema.id, literal };
  return runCommand(ctx, async (work) => {
    const proposed = await lockProposedChange(work, bankId, key);
    if (proposed === undefined) throw problems['classification-value-not-proposed']();
    if (proposed.changeId !== changeId) throw problems['classification-value-proposed-anew']();
    const decision = decideBankChange(proposed, { verdict, by: employeeId, now });
    if (decision.kind === 'own-approval') throw problems['own-classification-approval']();
    const { change } = decision;
    if (change.state === 'approved') {
      if (await isListFull(work, bankId, key)) throw problems['classification-full']();
      insertValueOnce(
        work,
        bankId,
        { ...key, code: change.code, now },
        problems['classification-code-taken'],
      );
    }
    decideChange(work, bankId, change);
    work.audit({
      aggregateKind: 'classification-value',
      aggregateId: `${schema.id}/${literal}`,
      changes: [
        { field: 'state', before: 'proposed', after: change.state },
        { field: 'employee', after: employeeId },
      ],
    });
    return change;
  });
}
