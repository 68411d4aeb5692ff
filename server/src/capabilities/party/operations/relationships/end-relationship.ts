import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Day } from '../../domain/facts.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import { lockPair, type RelationshipChange, reportRelationship } from '../../steps/entered-relationships.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { endRelationshipsOfPair } from '../../store/related-parties.store.ts';

export interface EndRelationship extends RelationshipChange {
  /** The first day without it; absent: today. It may be in the past: a divorce is reported afterwards. */
  readonly endedOn?: Day | undefined;
}

/** Ends the relationship of a kind between two parties. */
export async function endRelationship(ctx: Context & PartyPorts, command: EndRelationship): Promise<void> {
  const { bankId, clock } = ctx;
  const { kind, other, partyNumber } = command;
  return runCommand(ctx, async (work) => {
    const pair = await lockPair(ctx, work, command);
    const endedOn = command.endedOn ?? ruleContextOf(ctx, partyNumber).today;
    const ended = { bankId, partyNumber, other, kind, endedOn, now: clock.now() };
    if (!(await endRelationshipsOfPair(work, ended))) throw problems['relationship-not-found']();
    reportRelationship(ctx, work, {
      pair,
      change: command,
      changes: [{ field: 'relationship-ended-on', after: endedOn }],
    });
  });
}
