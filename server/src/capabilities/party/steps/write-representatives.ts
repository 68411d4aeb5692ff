import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { Representative } from '../domain/changes.ts';
import { mandateScope } from '../domain/relationships.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { listLiveNumbers } from '../store/party-rows.read.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { endRelationships, insertRelationship } from '../store/relationships.store.ts';
import { refuseValue } from './refuse-value.ts';
import { ruleContextOf } from './rule-context-of.ts';

/** Writes who acts for an organization: each is its proxy from today on. */
export async function writeRepresentatives(
  ctx: Context & PartyPorts,
  work: Work,
  {
    partyNumber,
    representatives,
  }: { readonly partyNumber: string; readonly representatives: readonly Representative[] },
): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const { nextId, today } = ruleContextOf(ctx, partyNumber);
  const numbers = representatives.map((one) => one.partyNumber);
  const known = await listLiveNumbers(work, { bankId, today, numbers, ...visibilityOf(caller) });
  const now = clock.now();
  // Whoever is named again, as by an upgrade, has the mandate as it is told now; the others keep theirs.
  endRelationships(work, {
    bankId,
    fromParty: partyNumber,
    kind: 'mandate',
    toParties: numbers,
    endedOn: today,
    now,
  });
  representatives.forEach(({ partyNumber: proxy, role: office, signingGroup }, index) => {
    if (proxy === partyNumber || !known.has(proxy))
      refuseValue(['representatives', index, 'party-number'], 'enum');
    insertRelationship(
      work,
      { bankId, now },
      {
        id: nextId(),
        fromParty: partyNumber,
        toParty: proxy,
        kind: 'mandate',
        role: 'principal',
        mandate: { scope: mandateScope, office, ...(signingGroup === undefined ? {} : { signingGroup }) },
        validFrom: today,
      },
    );
  });
}
