import type { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Day } from '../../domain/facts.ts';
import { historyOf, partyOn } from '../../domain/history.ts';
import type { PartyView } from '../../domain/party.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { depthFor, readAudited } from '../../steps/access.ts';
import { partyGone } from '../../steps/load-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';
import { findPartyRow } from '../../store/parties.store.ts';
import { listCurrentFacts, listFactsKnownAt, openSegments } from '../../store/party-facts.store.ts';
import { openWhole } from '../../store/party-rows.ts';
import { visibilityOf } from '../../store/party-visibility.ts';

export interface AsOf {
  readonly partyNumber: string;
  /** Reads what was recorded at this time; absent: now. */
  readonly knownAt?: Temporal.Instant;
  /** Reads what was true on this day; absent: today. */
  readonly trueOn?: Day;
}

/**
 * Returns a party as it was on a day, according to what was recorded at a point in time. The two are independent: a
 * correction changes only what is recorded.
 */
export async function getPartyAsOf(ctx: Context & PartyPorts, query: AsOf): Promise<PartyView> {
  const { bankId, caller, partyVault } = ctx;
  const { partyNumber } = query;
  const { today } = ruleContextOf(ctx, partyNumber);
  const depth = depthFor(caller, partyNumber);
  return readAudited(ctx, {
    depth,
    partiesIn: () => [partyNumber],
    read: async (db) => {
      const [row, facts] = await Promise.all([
        findPartyRow(db, { bankId, partyNumber, today, ...visibilityOf(caller) }),
        query.knownAt === undefined
          ? listCurrentFacts(db, { bankId, partyNumber })
          : listFactsKnownAt(db, { bankId, partyNumber }, query.knownAt),
      ]);
      if (row === undefined) throw standardProblems['not-found']();
      const opened = openWhole(partyVault, row);
      if (opened === undefined || opened.party.recordState === 'merged')
        throw partyGone(row.survivor_party_number);
      const then = partyOn(historyOf(openSegments(opened.seal, facts)), query.trueOn ?? today);
      if (then === undefined) throw standardProblems['not-found']();
      return {
        ...opened.party,
        personal: then.personal,
        sensitive: depth === 'sensitive' ? then.sensitive : undefined,
      };
    },
  });
}
