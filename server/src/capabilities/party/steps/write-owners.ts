import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { NewOwner } from '../domain/changes.ts';
import type { Day } from '../domain/facts.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { listLiveNumbers } from '../store/party-rows.read.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { endRelationships, insertRelationship } from '../store/relationships.store.ts';
import { refuseValue } from './refuse-value.ts';
import { ruleContextOf } from './rule-context-of.ts';

export interface OwnersOf {
  readonly partyNumber: string;
  readonly owners: readonly NewOwner[];
  readonly effective: Day;
  /** Where the list stands in the command. */
  readonly path: readonly string[];
}

/** Writes ownership as relationships, for the owners that are parties themselves. */
export async function writeOwners(
  ctx: Context & PartyPorts,
  work: Work,
  { effective, owners, partyNumber, path }: OwnersOf,
): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const { nextId, today } = ruleContextOf(ctx, partyNumber);
  const numbers = numbersOf(owners);
  const known = await listLiveNumbers(work, { bankId, today, numbers, ...visibilityOf(caller) });
  const now = clock.now();
  endRelationships(work, {
    bankId,
    fromParty: partyNumber,
    kind: 'ownership',
    toParties: null,
    endedOn: effective,
    now,
  });
  owners.forEach(({ isBeneficialOwner, partyNumber: owner, share }, index) => {
    if (owner === undefined) return;
    if (owner === partyNumber || !known.has(owner))
      refuseValue([...path, 'owners', index, 'party-number'], 'enum');
    insertRelationship(
      work,
      { bankId, now },
      {
        id: nextId(),
        fromParty: partyNumber,
        toParty: owner,
        kind: 'ownership',
        role: 'investee',
        share,
        isBeneficialOwner,
        validFrom: effective,
      },
    );
  });
}

function numbersOf(owners: readonly NewOwner[]): readonly string[] {
  return owners.map(({ partyNumber }) => partyNumber).filter((number) => number !== undefined);
}
