import type { User } from './user.ts';

/** The party behind a customer number, as far as a registration needs it. */
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

/** A registration that names a customer, with the contacts it has verified by code. */
export interface CustomerClaim {
  readonly phone: string;
  readonly isEmailProven: boolean;
  readonly isPhoneProven: boolean;
  /** The users of the party, in any state. */
  readonly users: readonly Pick<User, 'state'>[];
}

/**
 * Returns whether a registration proves that it comes from the customer. All conditions must hold: both contacts are
 * verified, the phone is a verified mobile number of the party, the party may act, and it has no user yet. SPEC 8.3.1
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
    !users.some(preventsSelfRegistration)
  );
}

/**
 * Returns whether a user prevents self-registration of further users of its party; staff may still register them. A
 * suspended user counts: otherwise a new registration would undo the suspension. A pending user has not proven anything
 * yet.
 */
// GAP: the specification also allows the SCA of an existing user, for which the command has no member. ADR-0050
function preventsSelfRegistration({ state }: Pick<User, 'state'>): boolean {
  return state === 'active' || state === 'suspended';
}
