import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { NewEvent } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { changedFacts, factsOf, type PartyFacts } from '../domain/fact-map.ts';
import type { Day } from '../domain/facts.ts';
import {
  differences,
  type History,
  historyOf,
  nextDueDay,
  partyOn,
  type RecordedSegment,
  type Revision,
  revise,
} from '../domain/history.ts';
import { nextExpiryDay } from '../domain/identification-documents.ts';
import type { Party, PartyHead } from '../domain/party.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { insertParty, updateParty } from '../store/parties.store.ts';
import { insertFacts, supersedeFacts } from '../store/party-facts.store.ts';
import { saveIndexes } from '../store/party-indexes.ts';
import { insertPartyKey } from '../store/party-keys.store.ts';
import { partyColumns } from '../store/party-rows.ts';
import type { PartySeal } from '../store/party-vault.ts';
import { auditParty } from './audit-party.ts';
import type { LoadedParty } from './load-party.ts';
import { ruleContextOf } from './rule-context-of.ts';

/** A party that is entered for the first time. */
export interface NewParty {
  readonly head: PartyHead & { readonly recordState: 'live' };
  readonly seal: PartySeal;
  readonly sealedKey: Buffer;
}

/** What is to be true, from when and why, and what is told of it. */
export interface Decision {
  readonly facts: PartyFacts;
  /** Absent: a change that holds from today. */
  readonly revision?: Revision;
  readonly events: readonly NewEvent[];
}

/**
 * Enters a decision: into history with both its times, into the record as it is today, into the indexes by which the
 * party is found, the audit trail and the outbox. Where nothing changes, only the trail says that somebody asked.
 */
export function saveParty(
  ctx: Context & PartyPorts,
  work: Work,
  { before, decision }: { readonly before: LoadedParty | NewParty; readonly decision: Decision },
): Party {
  const { earlier, head, recorded } = knownOf(before);
  const { nextId, today } = ruleContextOf(ctx, head.partyNumber);
  const usual = { cause: earlier === undefined ? 'registration' : 'change', effective: today } as const;
  const revision = decision.revision ?? usual;
  const wish = { before: earlier, after: decision.facts, today };
  const { changed, history } = revise(historyOf(recorded), wish, revision);
  auditParty(work, { party: head, seal: before.seal, changed, before: earlier, after: decision.facts });
  const facts = partyOn(history, today);
  assert(facts !== undefined, 'a party that is known has a name');
  const dueOn = dueDay(history, facts, today);
  if (earlier !== undefined && changed.length === 0 && isSettled(earlier, facts, dueOn)) return earlier;
  const moment = momentAfter(ctx, earlier);
  const servicingUnit = facts.personal.servicing?.unit;
  const version = head.version + 1n;
  const after: Party = {
    ...head,
    recordState: 'live',
    ...facts,
    servicingUnit,
    dueOn,
    modifiedAt: moment,
    version,
  };
  const key = { bankId: after.bankId, partyNumber: after.partyNumber };
  saveRow(work, before, after);
  const { added, superseded } = differences(recorded, history, nextId);
  supersedeFacts(work, key, { ids: superseded, now: moment });
  insertFacts(work, { ...key, seal: before.seal, cause: revision.cause, now: moment, segments: added });
  saveIndexes(work, ctx.partyVault, { party: after, history, today });
  for (const event of decision.events) work.emit(event);
  return after;
}

interface Known {
  readonly head: PartyHead;
  /** Absent for a new party. */
  readonly earlier: Party | undefined;
  readonly recorded: readonly RecordedSegment[];
}

function knownOf(before: LoadedParty | NewParty): Known {
  return 'party' in before
    ? { head: before.party, earlier: before.party, recorded: before.segments }
    : { head: before.head, earlier: undefined, recorded: [] };
}

function saveRow(work: Work, before: LoadedParty | NewParty, after: Party): void {
  const columns = partyColumns(after, before.seal);
  if ('party' in before) return updateParty(work, columns);
  const { bankId, modifiedAt: now, partyNumber } = after;
  insertParty(work, columns);
  insertPartyKey(work, { bankId, partyNumber, sealedKey: before.sealedKey, now });
}

/** What was recorded ahead may have become true without anybody asking for it. */
function isSettled(before: Party, facts: PartyFacts, dueOn: Day | undefined): boolean {
  return before.dueOn === dueOn && changedFacts(factsOf(before), factsOf(facts)).length === 0;
}

/** The next day on which somebody has to look at the party again. */
function dueDay(history: History, { sensitive }: PartyFacts, today: Day): Day | undefined {
  return [nextDueDay(history, today), nextExpiryDay(sensitive.documents, today)]
    .filter((day) => day !== undefined)
    .toSorted()[0];
}

/** Later than the change before, whatever the clocks of two machines say: history must not tie. */
function momentAfter({ clock }: Context, before: PartyHead | undefined): Temporal.Instant {
  const now = clock.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  if (before === undefined || now.epochMilliseconds > before.modifiedAt.epochMilliseconds) return now;
  return before.modifiedAt.add({ milliseconds: 1 });
}
