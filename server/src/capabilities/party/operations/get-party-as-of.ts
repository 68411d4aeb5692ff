import type { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Day } from '../domain/facts.ts';
import { historyOf, partyOn } from '../domain/history.ts';
import type { PartyView } from '../domain/party.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { depthFor } from '../steps/depth-for.ts';
import { partyGone } from '../steps/party-gone.ts';
import { readAudited } from '../steps/read-audited.ts';
import { ruleContextOf } from '../steps/rule-context-of.ts';
import { findPartyRow } from '../store/parties.store.ts';
import { listBelievedFacts, listFactsKnownAt, openSegments } from '../store/party-facts.store.ts';
import { openWhole } from '../store/party-rows.ts';
import { visibilityOf } from '../store/party-visibility.ts';

export interface AsOf {
  readonly partyNumber: string;
  /** What we knew at this moment; absent: what we know now. */
  readonly knownAt?: Temporal.Instant;
  /** What was true on this day; absent: today. */
  readonly trueOn?: Day;
}

/** A party as it was on a day, by what was known at a moment. The two are asked apart: a correction changes the first only. */
export async function getPartyAsOf(ctx: Context & PartyPorts, asked: AsOf): Promise<PartyView> {
  const { bankId, caller, partyVault } = ctx;
  const { partyNumber } = asked;
  const { today } = ruleContextOf(ctx, partyNumber);
  const depth = depthFor(caller, partyNumber);
  return readAudited(ctx, {
    depth,
    partiesIn: () => [partyNumber],
    read: async (db) => {
      const [row, facts] = await Promise.all([
        findPartyRow(db, { bankId, partyNumber, today, ...visibilityOf(caller) }),
        asked.knownAt === undefined
          ? listBelievedFacts(db, { bankId, partyNumber })
          : listFactsKnownAt(db, { bankId, partyNumber }, asked.knownAt),
      ]);
      if (row === undefined) throw standardProblems['not-found']();
      const opened = openWhole(partyVault, row);
      if (opened === undefined || opened.party.recordState === 'merged')
        throw partyGone(row.survivor_party_number);
      const then = partyOn(historyOf(openSegments(opened.seal, facts)), asked.trueOn ?? today);
      if (then === undefined) throw standardProblems['not-found']();
      return {
        ...opened.party,
        personal: then.personal,
        sensitive: depth === 'sensitive' ? then.sensitive : undefined,
      };
    },
  });
}
