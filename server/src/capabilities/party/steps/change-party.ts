import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { PartyTarget } from '../domain/changes.ts';
import type { PartyKind } from '../domain/literals.ts';
import type { Party } from '../domain/party.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { loadParty } from './load-party.ts';
import { type Decision, saveParty } from './save-party.ts';

/** The parties that a command applies to. */
export interface PartyRequirement {
  /** Absent: both kinds. */
  readonly kind?: PartyKind;
  /** Only corrections and death reports change deceased persons. */
  readonly deceased?: 'allowed';
}

/** A decision with the result for the caller; most commands have none. */
export type DecisionWithResult<Result> = Decision &
  ([Result] extends [void] ? unknown : { readonly result: Result });

/** Changes a party: locks it, lets the domain decide, and saves the decision. */
export async function changeParty<Result = void>(
  ctx: Context & PartyPorts,
  target: PartyTarget & PartyRequirement,
  decide: (party: Party, work: Work) => Promise<DecisionWithResult<Result>> | DecisionWithResult<Result>,
): Promise<Result> {
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, target);
    const { kind, personal } = before.party;
    if (target.kind !== undefined && target.kind !== kind) throw problems['party-kind-mismatch']();
    if (personal.life === 'deceased' && target.deceased !== 'allowed') throw problems['party-deceased']();
    const decision = await decide(before.party, work);
    saveParty(ctx, work, { before, decision });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the result exists whenever Result is one
    return ('result' in decision ? decision.result : undefined) as Result;
  });
}
