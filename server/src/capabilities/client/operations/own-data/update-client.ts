import { changeOwnData, lockProfile, type OwnChange } from '#capabilities/party/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AuditDetails } from '#platform/work/audit.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { dataUpdated } from '../../events/own-data-events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import type { Client } from '../../steps/client.ts';
import { clientOf, loadClientRows } from '../../steps/load-client.ts';
import { ownClient, partyContext } from '../../steps/own-client.ts';
import { requireChangeable, type ShownClient, shownClient } from '../../steps/shown-client.ts';
import { type ClientPreference, upsertPreference } from '../../store/client-preferences.store.ts';

/** Changes of the record, and of the settings in the app; absent stays, null clears. */
export interface UpdateChanges {
  readonly changes: readonly OwnChange[];
  readonly displayName: string | null | undefined;
  readonly timeZone: string | null | undefined;
}

export interface UpdateClient {
  /** Whether the client is the version that the request names, if it names one. */
  readonly isCurrent: (client: Client) => boolean;
  /** Reads the patch against what the client has now. */
  readonly changesOf: (client: Client) => UpdateChanges;
}

/** Changes own data that needs no strong authentication. */
export async function updateClient(ctx: Context & ClientPorts, command: UpdateClient): Promise<ShownClient> {
  const { bankId, clientVault, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const own = await ownClient(ctx, work);
    const { customer, customerNumber } = own;
    const parties = partyContext(ctx, own);
    const locked = await lockProfile(parties, work, customerNumber);
    const rows = await loadClientRows(ctx, work, own);
    const before = clientOf(ctx, rows);
    if (!command.isCurrent(before)) throw standardProblems['precondition-failed']();
    requireChangeable(before);
    const { changes, ...settings } = command.changesOf(before);
    const preference = changedPreference(rows.preference, settings);
    if (preference !== undefined) {
      const { userId } = customer;
      upsertPreference(work, clientVault, { bankId, userId, customerNumber, preference, now: clock.now() });
    }
    const changed = changes.length === 0 ? undefined : changeOwnData(parties, work, locked, { changes });
    record(work, customerNumber, { preference, audit: changed?.audit });
    const after = { ...rows, ...omitUndefined({ preference, profile: changed?.profile }) };
    return shownClient(ctx, after, own);
  });
}

/** What an update has changed. */
interface Changed {
  readonly preference: ClientPreference | undefined;
  readonly audit: AuditDetails | undefined;
}

function record(work: Work, customerNumber: string, { audit, preference }: Changed): void {
  if (preference !== undefined || audit !== undefined) work.emit(dataUpdated(customerNumber));
  const { changes, ...details } = audit ?? noChange(customerNumber);
  work.audit({
    ...details,
    changes: [...changes, ...(preference === undefined ? [] : [{ field: 'app-settings' }])],
  });
}

/** Returns the settings after a change; undefined if none is changed. */
function changedPreference(
  before: ClientPreference,
  { displayName, timeZone }: Pick<UpdateChanges, 'displayName' | 'timeZone'>,
): ClientPreference | undefined {
  if (displayName === undefined && timeZone === undefined) return undefined;
  return {
    displayName: displayName === undefined ? before.displayName : (displayName ?? undefined),
    timeZone: timeZone === undefined ? before.timeZone : (timeZone ?? undefined),
  };
}

function noChange(aggregateId: string): AuditDetails {
  return { aggregateKind: 'party', aggregateId, changes: [] };
}
