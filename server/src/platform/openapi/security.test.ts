import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { callers, everyone, oneOf } from '#platform/auth/access.ts';
import { testContract, testInterface } from '#platform/testing/endpoints.ts';
import { securityOf, securitySchemesOf } from './security.ts';

const described = testInterface(channel);
const tokenUrl = '/oauth/{bank}/token';

describe('the security of an operation', () => {
  test.each([
    ['a third party', { tpp: { roles: ['PSP_AI'] } }, [{ qwac: [] }]],
    [
      'an application with one of two scopes',
      { application: { scope: oneOf('a.read', 'a.write') } },
      [{ oauth2: ['a.read'] }, { oauth2: ['a.write'] }, { dpop: [] }, { bearer: [], certificate: [] }],
    ],
    [
      'an application whose token must be bound',
      { application: { scope: 'a.read', binding: 'required' } },
      [{ dpop: [] }, { bearer: [], certificate: [] }],
    ],
    ['a customer', { customer: { scope: 'me' } }, [{ dpop: [] }, { bearer: [], certificate: [] }]],
    [
      'an employee',
      { employee: { role: 'clerk' } },
      [{ bearer: [] }, { dpop: [] }, { bearer: [], certificate: [] }],
    ],
  ] as const)('for %s names what the caller must send', (_who, access, expected) => {
    expect(securityOf(callers(access))).toHaveProperty('security', expected);
  });

  test('for every caller is empty', () => {
    expect(securityOf(everyone)).toEqual({ security: [] });
  });
});

test('a document lists the schemes that its operations name, and the scopes of applications', () => {
  const read = callers({ application: { scope: 'a.read' } });
  const contracts = [read, read, everyone].map((access) => testContract({ interface: described, access }));
  const schemes = securitySchemesOf(contracts, tokenUrl);
  expect(Object.keys(schemes).toSorted()).toEqual(['bearer', 'certificate', 'dpop', 'oauth2']);
  expect(schemes['oauth2']).toMatchObject({
    flows: { clientCredentials: { tokenUrl, scopes: { 'a.read': expect.stringContaining('2') } } },
  });
  expect(securitySchemesOf([], tokenUrl)).toEqual({});
});
