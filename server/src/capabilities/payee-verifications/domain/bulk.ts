import type { AnswerReason, PayeeResult } from './payee.ts';

/** SPEC xs2a-2026 1.3; `recieved` of the standard is never sent. */
export const bulkStatuses = ['pending', 'rejected', 'completed'] as const;
export type BulkStatus = (typeof bulkStatuses)[number];

/** The bank of the payee was not reached, or did not answer in time. */
const unasked: ReadonlySet<AnswerReason> = new Set(['unavailable', 'late']);

/** Returns how a list ends: rejected if not one of its payees could be asked about. */
export function endOf(results: readonly PayeeResult[]): BulkStatus {
  return results.every(isUnasked) ? 'rejected' : 'completed';
}

function isUnasked({ name, organisation }: PayeeResult): boolean {
  return [name, organisation].every((answer) => answer === undefined || unasked.has(answer.reason));
}
