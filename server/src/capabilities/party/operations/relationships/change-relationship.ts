import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { RelationshipTerms } from '../../domain/relationship-terms.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { problems } from '../../problems.ts';
import {
  lockPair,
  type RelationshipChange,
  reportRelationship,
  writeRelationship,
} from '../../steps/entered-relationships.ts';
import { endRelationshipsOfPair } from '../../store/related-parties.store.ts';

export interface ChangeRelationship extends RelationshipChange {
  /** The new terms; the old ones apply until the day before they begin. */
  readonly terms: Omit<RelationshipTerms, 'kind'>;
}

/** Replaces what a party is to another one from a day on; a day in the past corrects what was recorded. */
export async function changeRelationship(
  ctx: Context & PartyPorts,
  command: ChangeRelationship,
): Promise<void> {
  const { bankId, clock } = ctx;
  const { kind, other, partyNumber } = command;
  return runCommand(ctx, async (work) => {
    const pair = await lockPair(ctx, work, command);
    const terms = { ...command.terms, kind };
    const endedOn = terms.validFrom;
    const ended = { bankId, partyNumber, other, kind, endedOn, now: clock.now() };
    if (!(await endRelationshipsOfPair(work, ended))) throw problems['relationship-not-found']();
    writeRelationship(ctx, work, pair, terms);
    reportRelationship(ctx, work, {
      pair,
      change: command,
      changes: [
        { field: 'relationship-role', after: terms.role },
        { field: 'relationship-valid-from', after: terms.validFrom },
      ],
    });
  });
}
