import type { Context } from '#platform/work/context.ts';
import { isCurrent, sortedForReading } from '../../domain/contact-points.ts';
import type { ContactPoint } from '../../domain/facts.ts';
import type { ContactPointQuery } from '../../domain/queries.ts';
import type { PartyPorts } from '../../ports/party-ports.ts';
import { readAudited } from '../../steps/access.ts';
import { findParty } from '../../steps/load-party.ts';
import { ruleContextOf } from '../../steps/rule-context.ts';

export async function listContactPoints(
  ctx: Context & PartyPorts,
  { includesExpired, methods, partyNumber, usages }: ContactPointQuery,
): Promise<readonly ContactPoint[]> {
  const { today } = ruleContextOf(ctx, partyNumber);
  return readAudited(ctx, {
    depth: 'personal',
    partiesIn: () => [partyNumber],
    read: async (db) => {
      const { personal } = await findParty(ctx, db, { partyNumber, depth: 'personal' });
      return sortedForReading(
        personal.contactPoints.filter(
          (point) =>
            (methods.length === 0 || methods.includes(point.method)) &&
            (usages.length === 0 || usages.includes(point.usage)) &&
            (includesExpired || isCurrent(point, today)),
        ),
      );
    },
  });
}
