import type { Users } from '#capabilities/authorization/index.ts';
import { createRestrictions } from '#capabilities/client/index.ts';
import { createIdentityVault, createUsers, type Mandates } from '#capabilities/identity/index.ts';
import { listProxies } from '#capabilities/party/index.ts';
import type { CompositionDeps } from './composition.ts';

/** Who may sign, as identity and party know it. */
export function usersFrom(deps: CompositionDeps): Users {
  const { clock } = deps.runtime;
  return createUsers({
    identityVault: createIdentityVault(deps.keys),
    clock,
    mandates: mandatesFrom(deps),
    restrictions: createRestrictions({ clock }),
  });
}

/** A mandate counts from the first to the last moment of its days, in the time zone of the bank. */
export function mandatesFrom({
  bankOf,
}: {
  readonly bankOf: (bankId: string) => { readonly timeZone: string };
}): Mandates {
  return async (db, { bankId, customerNumber }) => {
    const { timeZone } = bankOf(bankId);
    const proxies = await listProxies(db, { bankId, partyNumber: customerNumber });
    return proxies.map(({ partyNumber, scope, signingGroup, validFrom, validUntil }) => ({
      customerNumber: partyNumber,
      scope,
      signingGroup,
      validFrom: validFrom.toZonedDateTime(timeZone).toInstant(),
      validUntil: validUntil?.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
    }));
  };
}
