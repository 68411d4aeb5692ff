import { hash } from 'node:crypto';
import type { Work } from '#platform/work/unit-of-work.ts';
import { canonical, factsOf, isSensitive, type PartyFacts } from '../domain/fact-map.ts';
import type { PartyHead } from '../domain/party.ts';
import type { PartySeal } from '../store/party-vault.ts';

/** What was done to a party. */
export interface PartyAudit {
  readonly party: Pick<PartyHead, 'partyNumber'>;
  readonly seal: PartySeal;
  /** Names of the facts that are different now. */
  readonly changed: readonly string[];
  readonly before: PartyFacts | undefined;
  readonly after: PartyFacts;
}

/**
 * Names what changed for everybody who reads the trail; before and after are closed under the party's own key, and of
 * sensitive facts even there only their hashes.
 */
export function auditParty(work: Work, { after, before, changed, party, seal }: PartyAudit): void {
  const [earlier, later] = [
    before === undefined ? new Map<string, unknown>() : factsOf(before),
    factsOf(after),
  ];
  const closed = changed.map((fact) => ({
    fact,
    before: shown(fact, earlier.get(fact)),
    after: shown(fact, later.get(fact)),
  }));
  work.audit({
    aggregateKind: 'party',
    aggregateId: party.partyNumber,
    changes: changed.map((field) => ({ field })),
    ...(closed.length === 0
      ? {}
      : { sealed: seal.seal({ table: 'audit_entry', column: 'record', row: '' }, closed) }),
  });
}

function shown(fact: string, value: unknown): unknown {
  if (value === undefined) return null;
  return isSensitive(fact) ? `sha-256:${hash('sha256', canonical(value), 'hex')}` : value;
}
