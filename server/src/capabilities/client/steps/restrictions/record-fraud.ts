import type { Temporal } from 'temporal-polyfill';
import { recallSignatures, voidFactorsOf } from '#capabilities/authorization/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { fraudReportsPerDay, signatureRecallWindowHours } from '../../domain/policy.ts';
import type { FraudCategory } from '../../domain/restrictions/fraud-report.ts';
import { type SetterKind, wholeClient } from '../../domain/restrictions/restriction.ts';
import { fraudReported } from '../../events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { countReportsSince, type FraudReport, insertReport } from '../../store/fraud-reports.store.ts';
import { endPairingsUnderWay } from '../devices/end-pairings-under-way.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import type { LockedClient } from './lock-client.ts';
import { putRestriction } from './put-restriction.ts';

type Ctx = Context & ClientPorts;

/** What is reported, and by whom. */
export interface FraudToRecord {
  readonly category: FraudCategory;
  readonly description: string | undefined;
  readonly transactionReferences: readonly string[];
  readonly occurredAt: Temporal.Instant | undefined;
  readonly contactPhone: string | undefined;
  readonly isBlocking: boolean;
  readonly setterKind: SetterKind;
  readonly setterId: string;
}

/** A recorded report with the restrictions that it set, or found set. */
export interface RecordedFraud {
  readonly report: FraudReport;
  readonly restrictionIds: readonly string[];
  /** Resources that lost a signature. */
  readonly recalled: number;
}

const dayHours = 24;

/**
 * Records suspected fraud about a locked client. If it blocks, the same transaction blocks payments, ends the other
 * sessions, voids open codes, challenges and pairings, and recalls recent signatures on payments that were not
 * released. The caller audits its command.
 */
export async function recordFraud(
  ctx: Ctx,
  work: Work,
  client: LockedClient,
  fraud: FraudToRecord,
): Promise<RecordedFraud> {
  const { bankId, clientVault, clock, ids } = ctx;
  const { clientNumber } = client;
  const now = clock.now();
  // GAP: the limit is for reports that do not block: an attacker cannot use it up to prevent the emergency stop. ADR-0094
  if (!fraud.isBlocking) await refuseTooMany(ctx, work, client);
  const { category, contactPhone, description, isBlocking, occurredAt, transactionReferences } = fraud;
  const report: FraudReport = {
    reportId: ids.uuid(virtualShard(bankId, clientNumber)),
    clientNumber,
    state: 'received',
    isBlocking,
    reportedAt: now,
    closedAt: undefined,
    rowVersion: 1n,
    details: omitUndefined({
      category,
      description,
      transactionReferences,
      occurredAt: occurredAt?.toString(),
      contactPhone,
      reporterKind: fraud.setterKind,
      reporterId: fraud.setterId,
      decisions: [],
    }),
  };
  insertReport(work, clientVault, { bankId, report, now });
  work.emit(fraudReported(clientNumber, report));
  if (!isBlocking) return { report, restrictionIds: [], recalled: 0 };
  return { report, ...(await block(ctx, work, client, fraud)) };
}

async function refuseTooMany(ctx: Ctx, work: Work, { numbers }: LockedClient): Promise<void> {
  const { bankId, clock } = ctx;
  const now = clock.now();
  const since = now.subtract({ hours: dayHours });
  const [{ count, firstAt }, reportsMax] = await Promise.all([
    countReportsSince(work, { bankId, clientNumbers: numbers, since }),
    findPolicy(work, ctx, fraudReportsPerDay),
  ]);
  if (count < reportsMax || firstAt === undefined) return;
  const retryAfterSeconds = Math.ceil(firstAt.add({ hours: dayHours }).since(now).total('seconds'));
  throw standardProblems['too-many-requests']({ retryAfterSeconds, reason: 'fraud-reports-per-day' });
}

async function block(
  ctx: Ctx,
  work: Work,
  client: LockedClient,
  { setterId, setterKind }: FraudToRecord,
): Promise<Pick<RecordedFraud, 'restrictionIds' | 'recalled'>> {
  const { bankId, clock, identity } = ctx;
  const { numbers, userIds } = client;
  const { restriction } = await putRestriction(ctx, work, client, {
    kind: 'payment-block',
    scope: wholeClient,
    reason: 'suspected-fraud',
    note: undefined,
    setterKind,
    setterId,
    // It does not end by itself: the customer and the bank must find out first what happened.
    expiresAt: undefined,
  });
  await endOtherSessions(ctx, work, client);
  voidFactorsOf(ctx, work, { userIds });
  await endPairingsUnderWay(ctx, work, userIds);
  // An employee who reports is no signer of the client.
  const signing = {
    ...ctx,
    ...identity.authorization,
    caller: { kind: 'system', job: 'client', bankId } as const,
  };
  const recalled = await recallSignatures(signing, work, {
    userIds,
    owners: numbers,
    since: clock.now().subtract({ hours: signatureRecallWindowHours }),
  });
  return { restrictionIds: [restriction.restrictionId], recalled };
}
