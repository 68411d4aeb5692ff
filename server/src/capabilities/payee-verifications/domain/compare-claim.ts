import { type Holder, matchPayee } from './matching/match-payee.ts';
import { type Claim, notApplicable, type OrganisationId, type PayeeAnswer } from './payee.ts';

/** Compared with where there is no account: the same work is done, and the result is dropped. */
const dummyHolders: readonly Holder[] = [
  { kind: 'individual', givenName: 'Anna', surname: 'Schmidt', fullName: 'Anna Schmidt', formerSurnames: [] },
];

/** Compares a claim with the holders of an account; undefined or none: it is unknown or does not take part. */
export function compareClaim(holders: readonly Holder[] | undefined, claim: Claim): PayeeAnswer {
  const isComparable = holders !== undefined && holders.length > 0;
  const compared = isComparable ? holders : dummyHolders;
  const answer =
    claim.kind === 'name'
      ? ({ ...matchPayee(compared, claim.name), reason: 'compared' } as const)
      : compareIdentifiers(compared, claim.organisationId);
  return isComparable ? answer : notApplicable('not-applicable');
}

/** Rule 6: identifiers are equal or not. One that the bank does not keep cannot be compared. */
function compareIdentifiers(holders: readonly Holder[], organisationId: OrganisationId): PayeeAnswer {
  const given = givenIdentifiers(organisationId);
  const pairs = holders.flatMap((holder) =>
    holder.kind === 'individual'
      ? []
      : Object.entries(given).flatMap(([scheme, id]) => {
          const held = holder.identifiers[scheme];
          return held === undefined ? [] : [plainId(held) === plainId(id)];
        }),
  );
  if (pairs.length === 0) return notApplicable('not-applicable');
  return { code: pairs.includes(true) ? 'MTCH' : 'NMTC', rule: '6', reason: 'compared' };
}

function givenIdentifiers({ lei, others }: OrganisationId): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(others.flatMap(({ id, scheme }) => (scheme === undefined ? [] : [[scheme, id]]))),
    ...(lei === undefined ? {} : { LEI: lei }),
  };
}

/** Letters and digits only. */
function plainId(id: string): string {
  return id.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}
