import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import {
  type FraudCategory,
  type NextStep,
  nextStepsAfter,
  type ReportState,
} from '../../domain/restrictions/fraud-report.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { actingFor } from '../../steps/restrictions/client-of-caller.ts';
import { lockVisibleClient } from '../../steps/restrictions/lock-client.ts';
import { recordFraud } from '../../steps/restrictions/record-fraud.ts';

export interface ReportSuspectedFraud {
  readonly category: FraudCategory;
  readonly description: string | undefined;
  readonly transactionReferences: readonly string[];
  readonly occurredAt: Temporal.Instant | undefined;
  readonly contactPhone: string | undefined;
  readonly isBlocking: boolean;
  readonly clientNumber: string | undefined;
}

export interface ReportedFraud {
  readonly reportId: string;
  readonly state: ReportState;
  readonly restrictionIds: readonly string[];
  readonly nextSteps: readonly NextStep[];
}

/** Records a report of suspected fraud. Its time is proof of when the bank knew. PSD2 art. 71 to 74 */
export async function reportSuspectedFraud(
  ctx: Context & ClientPorts,
  command: ReportSuspectedFraud,
): Promise<ReportedFraud> {
  const acting = actingFor(ctx.caller, command.clientNumber);
  return runCommand(ctx, async (work) => {
    const client = await lockVisibleClient(ctx, work, acting.clientNumber);
    const { recalled, report, restrictionIds } = await recordFraud(ctx, work, client, {
      ...command,
      ...acting,
    });
    const { reportId, state } = report;
    work.audit({
      aggregateKind: 'client',
      aggregateId: client.clientNumber,
      changes: [
        { field: 'fraud-report', after: reportId },
        { field: 'is-blocking', after: command.isBlocking },
        { field: 'collections-with-recalled-signatures', after: recalled },
      ],
    });
    return { reportId, state, restrictionIds, nextSteps: nextStepsAfter(command.category) };
  });
}
