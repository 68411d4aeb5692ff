import { actingForScope } from './acting-for.ts';
import type { ClientKind } from './client.ts';

type Holders = readonly ClientKind[];

const applications: Holders = ['application'];
const customerApps: Holders = ['customer-app'];
/** For a customer, the object rules limit these scopes to the customer's own data. */
const both: Holders = ['application', 'customer-app'];
const wherePeopleSignIn: Holders = ['customer-app', 'console'];

/**
 * All scopes, and the client kinds that may have them.
 * SPEC channel interfaces 1.5 lists the scopes; "Who" of each operation says whether customers may use them. Staff
 * permissions follow from the roles of the employee, so a console has none of these scopes.
 */
const holdersByScope: ReadonlyMap<string, Holders> = new Map(
  Object.entries({
    openid: wherePeopleSignIn,
    offline_access: wherePeopleSignIn,
    // A request names the organization behind it.
    [actingForScope]: customerApps,
    'party.read': both,
    'party.search': applications,
    'party.sync': applications,
    'party.register': applications,
    'party.write': both,
    'party.sensitive': applications,
    'correspondence.send': applications,
    'correspondence.deliver': applications,
    'correspondence.render': applications,
    mailbox: customerApps,
    'notification-preferences': customerApps,
    client: customerApps,
    'client.secure': customerApps,
    device: customerApps,
    restriction: both,
    'fraud.report': both,
    'offline.verify': applications,
    'authorization.otp': both,
    'authorization.otp.unregistered': applications,
    'authorization.oath': applications,
    'authorization.ocra': both,
    'authorization.user-lookup': applications,
    'authorization.sign': both,
    'authorization.levels': both,
    'identity.me': customerApps,
    'identity.users.read': applications,
    'identity.users.register': applications,
    'identity.signup': applications,
    'identity.recovery': applications,
    'identity.hint': applications,
    'identity.psu-address': applications,
    'identity.policy': both,
    monitoring: applications,
  }),
);

/** All scopes, as published in the server metadata. */
export const scopes: readonly string[] = [...holdersByScope.keys()];

/** Scopes of the interfaces, without those of OpenID Connect. */
export const interfaceScopes: readonly string[] = scopes.filter(
  (scope) => scope !== 'openid' && scope !== 'offline_access',
);

export function isScope(name: string): boolean {
  return holdersByScope.has(name);
}

export function mayHoldScope(kind: ClientKind, name: string): boolean {
  return holdersByScope.get(name)?.includes(kind) ?? false;
}
