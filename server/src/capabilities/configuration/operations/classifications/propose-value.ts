import type { Temporal } from 'temporal-polyfill';
import {
  findBankValue,
  findRecordedCode,
  insertProposedChange,
} from '#platform/classification/classification-changes.store.ts';
import type { ClassificationSchema, Texts } from '#platform/kernel/classification.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { proposedDefinition } from '../../domain/value-definition.ts';
import { problems } from '../../problems.ts';

/** What an employee proposes for a value. Members that are absent stay as they are. */
export interface ProposedValue {
  readonly schema: ClassificationSchema;
  readonly literal: string;
  /** Required for a new value; never changed afterwards. */
  readonly code: string | undefined;
  readonly texts: Texts;
  readonly parentLiteral: string | undefined;
  /** The last moment at which new data may use it; null: no end any more. */
  readonly validUntil: Temporal.Instant | null | undefined;
  /** Everything as in the starting set again. */
  readonly isStartingSet: boolean;
  /** Absent, or in the past: from its approval on. */
  readonly effectiveFrom: Temporal.Instant | undefined;
  readonly reason: string;
  readonly employeeId: string;
}

/** Proposes a definition, for another employee to approve, and returns the id of the change. Nothing changes before that. */
export async function proposeValue(ctx: Context, proposal: ProposedValue): Promise<string> {
  const { bankId, clock, ids } = ctx;
  const { effectiveFrom, employeeId, literal, reason, schema } = proposal;
  const key = { schemaId: schema.id, literal };
  const now = clock.now();
  return runCommand(ctx, async (work) => {
    // What the change adds to is what will hold when it takes effect.
    const [current, recordedCode] = await Promise.all([
      findBankValue(work, { bankId, at: effectiveFrom ?? now }, key),
      findRecordedCode(work, bankId, key),
    ]);
    const proposed = proposedDefinition(schema, { current, recordedCode }, proposal);
    if (proposed.kind === 'refused') throw problems[proposed.refusal]();
    const { definition } = proposed;
    const changeId = ids.uuid(virtualShard(bankId, `${schema.id} ${literal}`));
    insertProposedChange(
      work,
      bankId,
      {
        ...definition,
        changeId,
        schemaId: schema.id,
        reason,
        proposedBy: employeeId,
        proposedAt: now,
        effectiveFrom: effectiveFrom ?? now,
      },
      problems['classification-value-proposed'],
    );
    work.audit({
      aggregateKind: 'classification-value',
      aggregateId: `${schema.id}/${literal}`,
      changes: [
        { field: 'proposed', after: changeId },
        { field: 'valid-until', before: textOf(current?.validUntil), after: textOf(definition.validUntil) },
        { field: 'employee', after: employeeId },
        { field: 'reason', after: reason },
      ],
    });
    return changeId;
  });
}

function textOf(time: Temporal.Instant | undefined): string | null {
  return time === undefined ? null : toWireTimestamp(time);
}
