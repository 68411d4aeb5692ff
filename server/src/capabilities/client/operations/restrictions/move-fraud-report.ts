import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { mayMove, type ReportState } from '../../domain/restrictions/fraud-report.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { type FraudReport, lockReport, updateReport } from '../../store/fraud-reports.store.ts';

export interface MoveFraudReport {
  readonly reportId: string;
  readonly to: Exclude<ReportState, 'received'>;
  /** The member of the fraud desk who decides. */
  readonly employeeId: string;
  readonly reason: string;
}

/** Moves a fraud report to the next state. Restrictions stay: they are lifted apart. */
export async function moveFraudReport(
  ctx: Context & ClientPorts,
  { employeeId, reason, reportId, to }: MoveFraudReport,
): Promise<FraudReport> {
  const { bankId, clientVault, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const before = await lockReport(work, clientVault, { bankId, reportId });
    if (before === undefined) throw standardProblems['not-found']();
    if (!mayMove(before.state, to)) throw problems['report-state']();
    const now = clock.now();
    const { details } = before;
    const decision = { employeeId, to, reason, at: now.toString() };
    const report = {
      ...before,
      state: to,
      closedAt: to === 'closed' ? now : undefined,
      details: { ...details, decisions: [...details.decisions, decision] },
    };
    updateReport(work, clientVault, { bankId, report, now });
    work.audit({
      aggregateKind: 'client',
      aggregateId: before.clientNumber,
      changes: [
        { field: 'fraud-report', after: reportId },
        { field: 'state', before: before.state, after: to },
        { field: 'decided-by', after: employeeId },
      ],
    });
    return report;
  });
}
