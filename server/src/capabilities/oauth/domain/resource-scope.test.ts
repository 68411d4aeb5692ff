import { expect, test } from 'vitest';
import { isOrganisationIdentifier, requestedScopeIn, scopeText } from './resource-scope.ts';

const id = '01a1ede2-6680-78f6-bfca-5f5ba7ad8aaf';

test.each(['AIS', 'ais', 'Pis', 'PIIS'])('%s names a resource in any case', (service) => {
  const requested = requestedScopeIn([`${service}:${id.toUpperCase()}`, 'offline_access']);
  const resource = requested?.kind === 'resource' ? requested.resource : undefined;
  expect(resource && scopeText(resource)).toBe(`${service.toUpperCase()}:${id}`);
});

test.each(['psu', 'PSU'])('%s names the customer', (scope) => {
  expect(requestedScopeIn([scope])).toEqual({ kind: 'customer' });
});

test.each([
  [[]],
  [['']],
  [['offline_access']],
  [['AIS:']],
  [[`AIS:${id}x`]],
  [[`xAIS:${id}`]],
  [[`XIS:${id}`]],
  [[`AIS:${id}`, `PIS:${id}`]],
  [['psu', `AIS:${id}`]],
  [['openid']],
])('%j names nothing', (scopes) => {
  expect(requestedScopeIn(scopes)).toBeUndefined();
});

test.each([
  ['PSDNL-DNB-A', true],
  ['PSDDE-BAFIN-123456', true],
  ['PSDNL-DNB-', false],
  ['psdnl-dnb-a', false],
  ['PSDNL-DNB-A B', false],
  [`PSDNL-DNB-${'A'.repeat(65)}`, false],
  ['client-1', false],
])('%s is the identifier of an organisation: %s', (clientId, isOne) => {
  expect(isOrganisationIdentifier(clientId)).toBe(isOne);
});
