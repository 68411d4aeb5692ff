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

/** Which parties a command is for. */
export interface Suitable {
  /** Absent: both. */
  readonly kind?: PartyKind;
  /** Only corrections and reports of death touch the dead. */
  readonly deceased?: 'allowed';
}

/** A decision with what the caller is told; most commands tell nothing but that they are done. */
export type Decided<Result> = Decision & ([Result] extends [void] ? unknown : { readonly result: Result });

/** Every change of a party goes the same way: hold it still, let the domain decide, enter the decision. */
export async function changeParty<Result = void>(
  ctx: Context & PartyPorts,
  target: PartyTarget & Suitable,
  decide: (party: Party, work: Work) => Promise<Decided<Result>> | Decided<Result>,
): Promise<Result> {
  return runCommand(ctx, async (work) => {
    const before = await loadParty(ctx, work, target);
    const { kind, personal } = before.party;
    if (target.kind !== undefined && target.kind !== kind) throw problems['party-kind-mismatch']();
    if (personal.life === 'deceased' && target.deceased !== 'allowed') throw problems['party-deceased']();
    const decision = await decide(before.party, work);
    saveParty(ctx, work, { before, decision });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- `Decided` has a result whenever Result is one
    return ('result' in decision ? decision.result : undefined) as Result;
  });
}
