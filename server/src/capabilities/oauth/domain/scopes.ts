import type { ClientKind } from './client.ts';

type Holders = readonly ClientKind[];

const applications: Holders = ['application'];
const customerApps: Holders = ['customer-app'];
/** For a customer the object rule narrows these to what is the customer's own. */
const both: Holders = ['application', 'customer-app'];
const wherePeopleSignIn: Holders = ['customer-app', 'console'];

/**
 * Every scope there is, and which kinds of clients may hold it.
 * SPEC channel interfaces 1.5 lists them; "Who" of each operation says where a customer may come with one. What staff
 * may do follows from the roles of the employee, so a console holds none of them.
 */
const holdersByScope: ReadonlyMap<string, Holders> = new Map(
  Object.entries({
    openid: wherePeopleSignIn,
    offline_access: wherePeopleSignIn,
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
    'authorization.otp': applications,
    'authorization.otp.unregistered': applications,
    'authorization.oath': applications,
    'authorization.ocra': applications,
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

/** Every scope there is, as the server announces them. */
export const scopes: readonly string[] = [...holdersByScope.keys()];

/** Scopes of the interfaces; the other two are OpenID Connect's own. */
export const interfaceScopes: readonly string[] = scopes.filter(
  (scope) => scope !== 'openid' && scope !== 'offline_access',
);

export function isScope(name: string): boolean {
  return holdersByScope.has(name);
}

export function mayHoldScope(kind: ClientKind, name: string): boolean {
  return holdersByScope.get(name)?.includes(kind) ?? false;
}
