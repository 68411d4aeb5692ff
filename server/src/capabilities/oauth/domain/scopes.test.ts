import { describe, expect, test } from 'vitest';
import { clientKinds } from './client.ts';
import { isScope, mayHoldScope, scopes } from './scopes.ts';

/** As listed in channel interfaces 1.5 of the specification, with those of OpenID Connect. */
const specified = [
  ...['read', 'search', 'sync', 'register', 'write', 'sensitive'].map((name) => `party.${name}`),
  ...['send', 'deliver', 'render'].map((name) => `correspondence.${name}`),
  'mailbox',
  'notification-preferences',
  'client',
  'client.secure',
  'device',
  'restriction',
  'fraud.report',
  'offline.verify',
  ...['otp', 'otp.unregistered', 'oath', 'ocra', 'user-lookup', 'sign', 'levels'].map(
    (name) => `authorization.${name}`,
  ),
  ...['me', 'users.read', 'users.register', 'signup', 'recovery', 'hint', 'policy', 'psu-address'].map(
    (name) => `identity.${name}`,
  ),
  'monitoring',
  'openid',
  'offline_access',
];

const heldBy = (kind: (typeof clientKinds)[number]): readonly string[] =>
  scopes.filter((scope) => mayHoldScope(kind, scope));

describe('scopes', () => {
  test('are exactly those of the specification', () => {
    // `acting-for` lets an app ask for the claim that the specification has, and no way to ask for it. ADR-0165
    expect(scopes.toSorted()).toEqual([...specified, 'acting-for'].toSorted());
  });

  test('are each allowed for at least one kind of client', () => {
    expect(scopes.filter((scope) => !clientKinds.some((kind) => mayHoldScope(kind, scope)))).toEqual([]);
  });

  test('of a console are those of OpenID Connect: the rest follows from the roles of the employee', () => {
    expect(heldBy('console')).toEqual(['openid', 'offline_access']);
  });

  test('of an application never allow user sign-in or access to /me', () => {
    const personal = [
      'openid',
      'offline_access',
      'mailbox',
      'notification-preferences',
      'client',
      'client.secure',
    ];
    for (const scope of [...personal, 'device', 'identity.me'])
      expect(mayHoldScope('application', scope)).toBe(false);
  });

  test('of a customer app give no access to other customers', () => {
    expect(heldBy('customer-app')).toEqual([
      'openid',
      'offline_access',
      'acting-for',
      'party.read',
      'party.write',
      'mailbox',
      'notification-preferences',
      'client',
      'client.secure',
      'device',
      'restriction',
      'fraud.report',
      // An app sends no codes and asks for no challenges: a service does, with a token that it got for that of the app.
      'authorization.otp',
      'authorization.ocra',
      'authorization.sign',
      'authorization.levels',
      'identity.me',
      'identity.policy',
    ]);
  });

  test.each([
    '',
    'PARTY.READ',
    'party',
    'party.*',
    'constructor',
    '__proto__',
    'toString',
    'party.read openid',
  ])('do not include %j', (name) => {
    expect(isScope(name)).toBe(false);
    for (const kind of clientKinds) expect(mayHoldScope(kind, name)).toBe(false);
  });
});
