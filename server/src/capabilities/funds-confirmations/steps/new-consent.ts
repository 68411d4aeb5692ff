import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import type { StoredConsent } from '../store/consents.store.ts';
import type { AcceptedTerms } from './accept-terms.ts';

/** Returns a consent that has not been approved. */
export function newConsent(
  { bankId, clock, fundsChoices, ids }: Context & FundsPorts,
  { account: { accountId, holders }, terms }: AcceptedTerms,
  thirdParty: Pick<StoredConsent, 'organisationId' | 'origin' | 'thirdPartyName'>,
): StoredConsent {
  const now = clock.now();
  const [owner, ...others] = holders;
  return {
    ...thirdParty,
    consentId: ids.uuid(virtualShard(bankId, owner)),
    status: 'received',
    owner: others.length === 0 ? owner : undefined,
    holders,
    userId: undefined,
    proxy: undefined,
    accountId,
    terms,
    expiresAt: now.add({ milliseconds: fundsChoices.of(bankId).unconfirmedLifeMs }),
    approvedAt: undefined,
    changedAt: now,
    withdrawnBy: undefined,
    createdAt: now,
    modifiedAt: now,
    rowVersion: 1n,
  };
}
