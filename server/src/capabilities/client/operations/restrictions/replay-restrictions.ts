import { Temporal } from 'temporal-polyfill';
import { isUuid } from '#platform/kernel/ids.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Ending, RestoreStep } from '#platform/work/ending-ledger.ts';
import { type NamedRestriction, namedRestriction } from '../../domain/restrictions/endings.ts';
import { wholeClient } from '../../domain/restrictions/restriction.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { lockClient } from '../../steps/restrictions/lock-client.ts';
import { putRestriction } from '../../steps/restrictions/put-restriction.ts';
import { findExistingReports, insertReport } from '../../store/fraud-reports.store.ts';
import { findExistingIds } from '../../store/restrictions.store.ts';

type Ctx = Context & ClientPorts;

/** A restriction of the ledger that was not lifted later, with its client and its end. */
interface SetEnding extends NamedRestriction {
  readonly clientNumber: string;
  readonly until: Temporal.Instant | undefined;
}

/**
 * Compares restrictions and fraud reports of a restored database with the ledger: those that were set or received after
 * the backup are there again. The ledger has no scope, so a restriction of some accounts comes back for all of them; one
 * that was lifted after the backup is lifted again by staff. A doubt moves no money.
 */
export async function replayRestrictions(
  ctx: Ctx,
  endings: readonly Ending[],
): Promise<readonly RestoreStep[]> {
  const { bankId, db } = ctx;
  const own = endings.filter((one) => one.bankId === bankId);
  const wanted = setEndings(own).filter(({ until }) => isAhead(until, ctx.clock.now()));
  const reports = own.filter((one) => one.event === 'suspected-fraud-reported' && isUuid(one.reason ?? ''));
  const [known, knownReports] = await Promise.all([
    findExistingIds(db, { bankId, ids: wanted.map(({ restrictionId }) => restrictionId) }),
    findExistingReports(db, { bankId, ids: reports.map(({ reason }) => reason ?? '') }),
  ]);
  return [
    ...wanted
      .filter(({ restrictionId }) => !known.has(restrictionId))
      .map((one) => ({
        what: 'restrictions set again',
        subject: one.restrictionId,
        apply: () => setAgain(ctx, one),
      })),
    ...[...new Map(reports.map((one) => [one.reason, one])).values()]
      .filter(({ reason = '' }) => !knownReports.has(reason))
      .map((one) => ({
        what: 'fraud reports received again',
        subject: one.reason ?? '',
        apply: () => receiveAgain(ctx, one),
      })),
  ];
}

function setEndings(endings: readonly Ending[]): readonly SetEnding[] {
  const open = new Map<string, SetEnding>();
  for (const { event, reason, subject, until } of endings) {
    const named = namedRestriction(reason);
    if (named === undefined || !isUuid(named.restrictionId)) continue;
    if (event === 'restriction-lifted') open.delete(named.restrictionId);
    if (event === 'restriction-set')
      open.set(named.restrictionId, { ...named, clientNumber: subject, until: parseTimestamp(until ?? '') });
  }
  return [...open.values()];
}

function isAhead(until: Temporal.Instant | undefined, now: Temporal.Instant): boolean {
  return until === undefined || Temporal.Instant.compare(until, now) > 0;
}

async function setAgain(
  ctx: Ctx,
  { clientNumber, kind, restrictionId, setBy, until }: SetEnding,
): Promise<void> {
  await runCommand(ctx, async (work) => {
    const client = await lockClient(ctx, work, clientNumber);
    if (client !== undefined)
      await putRestriction(ctx, work, client, {
        restrictionId,
        kind,
        scope: wholeClient,
        reason: 'other',
        note: 'Set again after a restore.',
        setterKind: setBy === 'client' ? 'customer' : 'product',
        setterId: 'restored',
        expiresAt: until,
      });
    work.audit({
      aggregateKind: 'client',
      aggregateId: clientNumber,
      changes: [{ field: 'restriction', after: restrictionId }],
    });
  });
}

async function receiveAgain(ctx: Ctx, { at, reason: reportId = '', subject }: Ending): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  await runCommand(ctx, async (work) => {
    const client = await lockClient(ctx, work, subject);
    const reportedAt = parseTimestamp(at) ?? clock.now();
    if (client !== undefined)
      insertReport(work, clientVault, {
        bankId,
        now: clock.now(),
        report: {
          reportId,
          clientNumber: client.clientNumber,
          state: 'received',
          isBlocking: false,
          reportedAt,
          closedAt: undefined,
          rowVersion: 1n,
          details: {
            category: 'other',
            description: 'Received again after a restore; what it said is lost.',
            transactionReferences: [],
            reporterKind: 'product',
            reporterId: 'restored',
            decisions: [],
          },
        },
      });
    work.audit({
      aggregateKind: 'client',
      aggregateId: subject,
      changes: [{ field: 'fraud-report', after: reportId }],
    });
  });
}
