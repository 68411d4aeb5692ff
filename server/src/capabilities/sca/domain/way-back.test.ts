import { describe, expect, test } from 'vitest';
import { type Failure, failures } from './authorisation.ts';
import { isReturnAddress, originsOf, wayBack, withForeignHosts } from './way-back.ts';

const address = { uri: 'https://acme.example/back?order=7', state: 'x&y=1' };

describe('the way back', () => {
  test.each([
    ['success', address, { kind: 'approved' }, 'https://acme.example/back?order=7&state=x%26y%3D1'],
    [
      'success with a code to confirm',
      { uri: 'https://acme.example/back' },
      { kind: 'approved', confirmationCode: 'abc' },
      'https://acme.example/back?confirmationCode=abc',
    ],
    [
      'failure without an own address',
      address,
      { kind: 'failed', failure: 'cancelled' },
      'https://acme.example/back?order=7&error=access_denied&state=x%26y%3D1',
    ],
    [
      'failure with an own address',
      { ...address, nokUri: 'https://acme.example/nok' },
      { kind: 'failed', failure: 'timed-out' },
      'https://acme.example/nok?error=timed_out&state=x%26y%3D1',
    ],
  ] as const)('after %s', (_, to, ending, url) => {
    expect(wayBack(to, ending)).toEqual({ returnUrl: url });
  });

  const errors: Readonly<Record<Failure, string>> = {
    cancelled: 'access_denied',
    declined: 'access_denied',
    'too-many-passwords': 'authentication_failed',
    'too-many-codes': 'authentication_failed',
    'timed-out': 'timed_out',
    'no-method': 'method_missing',
    'no-account': 'account_missing',
    'cannot-sign': 'not_allowed',
    'confirmation-wrong': 'confirmation_failed',
    'subject-ended': 'resource_changed',
  };

  test.each(failures)('after %s names the published error', (failure) => {
    const { returnUrl = '' } = wayBack(address, { kind: 'failed', failure });
    expect(new URL(returnUrl).searchParams.get('error')).toBe(errors[failure]);
  });

  test('while the bank cannot go on leads to the address for failures, and says so', () => {
    expect(
      wayBack({ ...address, nokUri: 'https://acme.example/nok' }, { kind: 'unavailable' }).returnUrl,
    ).toBe('https://acme.example/nok?error=temporarily_unavailable&state=x%26y%3D1');
    const approved = { uri: 'https://acme.example/ok', nokUri: 'https://acme.example/nok' };
    expect(wayBack(approved, { kind: 'approved' }).returnUrl).toBe('https://acme.example/ok');
  });

  test.each([
    ['https://acme.example/back', true],
    ['https://acme.example:8443/back?x=1', true],
    ['http://acme.example/back', false],
    ['http://localhost:8700/back', true],
    ['http://127.0.0.1/back', true],
    ['http://[::1]:8700/back', true],
    ['http://localhost.acme.example/back', false],
    ['http://127.0.0.2/back', false],
    ['http://bank@localhost/', false],
    ['ftp://localhost/', false],
    ['javascript:alert(1)', false],
    ['acmepay://back', false],
    ['https://bank@acme.example/', false],
    ['https://:bank@acme.example/', false],
    ['https://acme.example/#x', false],
    ['//acme.example/', false],
    ['/back', false],
    ['https://[2001:db8::1]/back', true],
    ['https://xn--bcher-kva.example/', true],
    ['https://*;sandbox/x', false],
    ["https://a'b.example/", false],
    ['https://a.example,b.example/', false],
  ])('%s may be returned to: %s', (text, isAllowed) => {
    expect(isReturnAddress(text)).toBe(isAllowed);
  });

  const isOwn = (host: string): boolean => host === 'acme.example';

  test.each([
    ['approved', { kind: 'approved' }, undefined],
    ['cancelled', { kind: 'failed', failure: 'cancelled' }, 'evil.example'],
    ['unavailable', { kind: 'unavailable' }, 'evil.example'],
  ] as const)('names a host that is not of the third party, when it is %s', (_, ending, host) => {
    const nokUri = 'https://EVIL.example/nok';
    const marked = withForeignHosts({ uri: 'https://acme.example/back', nokUri }, isOwn);
    expect(wayBack(marked, ending).foreignHost).toBe(host);
    expect(originsOf(marked)).toEqual(['https://acme.example']);
  });

  test('names the host behind the authorization server', () => {
    const { foreignHosts = [] } = withForeignHosts({ uri: 'https://evil.example/back' }, isOwn);
    const linked = {
      uri: 'https://bank.example/oauth',
      onwardUri: 'https://evil.example/back',
      foreignHosts,
    };
    expect(wayBack(linked, { kind: 'approved' })).toEqual({
      returnUrl: 'https://bank.example/oauth',
      foreignHost: 'evil.example',
    });
    expect(originsOf(linked)).toEqual(['https://bank.example']);
  });

  test.each(['https://acme.example/back', 'http://localhost:8700/back', 'http://[::1]/back'])(
    'names no host of the third party or of the own machine: %s',
    (uri) => {
      expect(withForeignHosts({ uri }, isOwn)).toEqual({ uri });
    },
  );

  test('leads to the origins of all its addresses, each named once', () => {
    const both = { uri: 'https://a.example/x', nokUri: 'https://b.example:1/y' };
    expect(originsOf(both)).toEqual(['https://a.example', 'https://b.example:1']);
    expect(originsOf({ ...both, onwardUri: 'https://c.example/z' })).toEqual([
      'https://a.example',
      'https://b.example:1',
      'https://c.example',
    ]);
    expect(originsOf({ uri: 'https://a.example/x', nokUri: 'https://a.example/y' })).toEqual([
      'https://a.example',
    ]);
  });
});
