import { Temporal } from 'temporal-polyfill';
import type { Mandates } from '#capabilities/identity/index.ts';
import type { IdentityTestApp } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { listProxies } from '#capabilities/party/index.ts';
import type { MayActFor } from './test-accounts.suite.ts';

/** Mandates that staff have entered. */
export const enteredMandates: Mandates = async (db, { bankId, customerNumber }) =>
  (await listProxies(db, { bankId, partyNumber: customerNumber })).map(
    ({ partyNumber, scope, signingGroup, validFrom, validUntil }) => ({
      customerNumber: partyNumber,
      scope,
      signingGroup,
      validFrom: validFrom.toZonedDateTime('UTC').toInstant(),
      validUntil: validUntil?.add({ days: 1 }).toZonedDateTime('UTC').toInstant(),
    }),
  );

/** Returns who may act for whom, by the mandates of the moment. */
export function mandatesOf({ clock, ports }: IdentityTestApp): MayActFor {
  return async (db, { bankId, owner, ref, userId }) => {
    const now = clock.now();
    const mandated = await ports.authorization.users.mandatedFor(db, { bankId, customerNumber: owner });
    return mandated.some(
      ({ scope, user, validFrom, validUntil }) =>
        user.userId === userId &&
        scope?.includes(ref.kind) !== false &&
        Temporal.Instant.compare(validFrom, now) <= 0 &&
        (validUntil === undefined || Temporal.Instant.compare(now, validUntil) < 0),
    );
  };
}
