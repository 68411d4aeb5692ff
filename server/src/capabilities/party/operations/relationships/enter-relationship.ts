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
import { ruleContextOf } from '../../steps/rule-context.ts';
import { isRelated } from '../../store/related-parties.store.ts';

export interface EnterRelationship extends RelationshipChange {
  readonly terms: Omit<RelationshipTerms, 'kind'>;
}

/** Records that two parties are kin, or that one employs the other. One of a kind at a time for the same two. */
export async function enterRelationship(
  ctx: Context & PartyPorts,
  command: EnterRelationship,
): Promise<void> {
  const { kind, other, partyNumber } = command;
  return runCommand(ctx, async (work) => {
    const pair = await lockPair(ctx, work, command);
    const { today } = ruleContextOf(ctx, partyNumber);
    const { bankId } = ctx;
    if (await isRelated(work, { bankId, partyNumber, other, kind, day: today }))
      throw problems['relationship-already-recorded']();
    const terms = { ...command.terms, kind };
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
