import type { User } from './user.ts';

/** What is known of the party behind a customer number. */
export interface ClaimedCustomer {
  readonly isDeceased: boolean;
  readonly isMerged: boolean;
  readonly isRestricted: boolean;
  readonly points: readonly {
    readonly method: string;
    readonly details: string;
    readonly isVerified: boolean;
  }[];
}

/** A registration that names a customer, with the contacts that codes came back from. */
export interface CustomerClaim {
  readonly phone: string;
  readonly isEmailProven: boolean;
  readonly isPhoneProven: boolean;
  /** Users that the party has, whatever their state. */
  readonly users: readonly Pick<User, 'state'>[];
}

/**
 * Whether a registration proves that it comes from the customer. All must hold: both contacts are proven, the phone is
 * a verified mobile number of the party, the party may act, and it has no user yet. SPEC 8.3.1
 */
export function provesCustomer(claim: CustomerClaim, customer: ClaimedCustomer): boolean {
  const { isEmailProven, isPhoneProven, phone, users } = claim;
  const { isDeceased, isMerged, isRestricted, points } = customer;
  const isOwnPhone = points.some(
    ({ details, isVerified, method }) => method === 'mobile' && isVerified && details === phone,
  );
  return (
    isEmailProven &&
    isPhoneProven &&
    isOwnPhone &&
    !isDeceased &&
    !isMerged &&
    !isRestricted &&
    !users.some(keepsOthersOut)
  );
}

/**
 * A party with a user gets further ones from staff only. A suspended user counts: otherwise a new registration would
 * undo the suspension. A pending user has not proven anything yet.
 */
// GAP: the specification also allows the SCA of an existing user, for which the command has no member. ADR-0050
function keepsOthersOut({ state }: Pick<User, 'state'>): boolean {
  return state === 'active' || state === 'suspended';
}
