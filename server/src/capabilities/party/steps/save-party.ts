import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { AuditDetails, AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { NewEvent } from '#platform/work/event.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { nextContactEnd, withEnds } from '../domain/contact-points.ts';
import { canonical, changedFacts, factsOf, isSensitive, type PartyFacts } from '../domain/fact-map.ts';
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
import { replaceIndexes } from '../store/party-indexes.ts';
import { insertPartyKey } from '../store/party-keys.store.ts';
import { partyColumns } from '../store/party-rows.ts';
import type { PartySeal } from '../store/party-vault.ts';
import { followActivity } from './customer-activity.ts';
import type { LoadedParty } from './load-party.ts';
import { ruleContextOf } from './rule-context.ts';
import { followScreening } from './screening.ts';

/** A party that is registered for the first time. */
export interface NewParty {
  readonly head: PartyHead & { readonly recordState: 'live' };
  readonly seal: PartySeal;
  readonly sealedKey: Buffer;
}

/** The facts to record, since when and why, and the events to emit. */
export interface Decision {
  readonly facts: PartyFacts;
  /** Absent: a change that is effective today. */
  readonly revision?: Revision;
  readonly events: readonly NewEvent[];
  /** What the audit entry has beside the changed facts. */
  readonly audited?: AuditedBeside;
}

/** Changes that are not facts of the party. `sealed` has what is personal: it is encrypted with the key of the party. */
export interface AuditedBeside {
  readonly changes: readonly AuditedChange[];
  readonly sealed?: unknown;
}

/**
 * Saves a decision: the history with both its times, the current record, the indexes, the audit trail and the outbox.
 * If nothing changes, writes only the audit entry of the request.
 */
export function saveParty(
  ctx: Context & PartyPorts,
  work: Work,
  saved: { readonly before: LoadedParty | NewParty; readonly decision: Decision },
): Party {
  const { audit, party } = writeParty(ctx, work, saved);
  work.audit(audit);
  return party;
}

/** Saves a decision as a part of a larger command, which audits itself with the returned details among others. */
export function writeParty(
  ctx: Context & PartyPorts,
  work: Work,
  { before, decision }: { readonly before: LoadedParty | NewParty; readonly decision: Decision },
): { readonly party: Party; readonly audit: AuditDetails } {
  const { earlier, head, recorded } = priorStateOf(before);
  const { nextId, today } = ruleContextOf(ctx, head.partyNumber);
  const usual = { cause: earlier === undefined ? 'registration' : 'change', effective: today } as const;
  const revision = decision.revision ?? usual;
  const { audited } = decision;
  // Whatever is changed: contact points whose last day is over are marked.
  const decided = withEndedContacts(decision.facts, today);
  const change = { before: earlier, after: decided, today };
  const { changed, history } = revise(historyOf(recorded), change, revision);
  const audit = auditOf({
    party: head,
    seal: before.seal,
    changed,
    before: earlier,
    after: decided,
    audited,
  });
  const facts = partyOn(history, today);
  assert(facts !== undefined, 'a registered party has a name');
  const dueOn = dueDay(history, facts, today);
  if (earlier !== undefined && changed.length === 0 && isUnchanged(earlier, facts, dueOn))
    return { party: earlier, audit };
  const timestamp = timestampAfter(ctx, earlier);
  const servicingUnit = facts.personal.servicing?.unit;
  const version = head.version + 1n;
  const after: Party = {
    ...head,
    recordState: 'live',
    ...facts,
    servicingUnit,
    dueOn,
    modifiedAt: timestamp,
    version,
  };
  const key = { bankId: after.bankId, partyNumber: after.partyNumber };
  saveRow(work, before, after);
  const { added, superseded } = differences(recorded, history, nextId);
  supersedeFacts(work, key, { ids: superseded, now: timestamp });
  insertFacts(work, { ...key, seal: before.seal, cause: revision.cause, now: timestamp, segments: added });
  replaceIndexes(work, ctx.partyVault, { party: after, history, today });
  followScreening(work, { head: after, before: earlier, after: facts, now: timestamp });
  followActivity(work, { before: earlier, after, today });
  for (const event of decision.events) work.emit(event);
  return { party: after, audit };
}

interface PriorState {
  readonly head: PartyHead;
  /** Absent for a new party. */
  readonly earlier: Party | undefined;
  readonly recorded: readonly RecordedSegment[];
}

function priorStateOf(before: LoadedParty | NewParty): PriorState {
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

/**
 * Returns whether the row is up to date. Changes recorded for a future day may have become effective without a
 * request.
 */
function isUnchanged(before: Party, facts: PartyFacts, dueOn: Day | undefined): boolean {
  return before.dueOn === dueOn && changedFacts(factsOf(before), factsOf(facts)).length === 0;
}

function withEndedContacts({ personal, sensitive }: PartyFacts, today: Day): PartyFacts {
  return { personal: { ...personal, contactPoints: withEnds(personal.contactPoints, today) }, sensitive };
}

/** Returns the next day on which the worker must update the party. */
function dueDay(history: History, { personal, sensitive }: PartyFacts, today: Day): Day | undefined {
  return [
    nextDueDay(history, today),
    nextExpiryDay(sensitive.documents, today),
    nextContactEnd(personal.contactPoints),
  ]
    .filter((day) => day !== undefined)
    .toSorted()[0];
}

/**
 * Returns a time later than the previous change, even if the clocks of two machines differ: times in the history are
 * unique.
 */
function timestampAfter({ clock }: Context, before: PartyHead | undefined): Temporal.Instant {
  const now = clock.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  if (before === undefined || now.epochMilliseconds > before.modifiedAt.epochMilliseconds) return now;
  return before.modifiedAt.add({ milliseconds: 1 });
}

/** A change of a party, for the audit trail. */
export interface PartyAudit {
  readonly party: Pick<PartyHead, 'partyNumber'>;
  readonly seal: PartySeal;
  /** Names of the facts that changed. */
  readonly changed: readonly string[];
  readonly before: PartyFacts | undefined;
  readonly after: PartyFacts;
  readonly audited?: AuditedBeside | undefined;
}

/**
 * Returns an audit entry with the names of the changed facts in plain text. Values before and after are encrypted
 * with the key of the party; sensitive facts appear only as hashes.
 */
function auditOf({ after, audited, before, changed, party, seal }: PartyAudit): AuditDetails {
  const [earlier, later] = [
    before === undefined ? new Map<string, unknown>() : factsOf(before),
    factsOf(after),
  ];
  const closed: readonly unknown[] = [
    ...changed.map((fact) => ({
      fact,
      before: shown(fact, earlier.get(fact)),
      after: shown(fact, later.get(fact)),
    })),
    ...(audited?.sealed === undefined ? [] : [audited.sealed]),
  ];
  return {
    aggregateKind: 'party',
    aggregateId: party.partyNumber,
    changes: [...changed.map((field) => ({ field })), ...(audited?.changes ?? [])],
    ...(closed.length === 0
      ? {}
      : { sealed: seal.seal({ table: 'audit_entry', column: 'record', row: '' }, closed) }),
  };
}

function shown(fact: string, value: unknown): unknown {
  if (value === undefined) return null;
  return isSensitive(fact) ? `sha-256:${hash('sha256', canonical(value), 'hex')}` : value;
}
