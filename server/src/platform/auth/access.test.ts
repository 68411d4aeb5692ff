import { describe, expect, test } from 'vitest';
import { anyRight, anyToken, callers, everyone, hasRight, oauthClients, oneOf, rightsIn } from './access.ts';

describe('a right', () => {
  test('grants exactly what it names', () => {
    const rights = new Set(['mailbox', 'correspondence.send']);
    expect(hasRight(rights, 'mailbox')).toBe(true);
    for (const other of ['mail', 'mailboxes', 'Mailbox', 'correspondence', 'correspondence.deliver', '', ' '])
      expect(hasRight(rights, other)).toBe(false);
  });

  test('is not granted by an empty set', () => {
    expect(hasRight(new Set(), 'mailbox')).toBe(false);
    expect(hasRight(new Set(), '')).toBe(false);
  });

  test('anyRight is granted to every token, even one without scopes', () => {
    expect(hasRight(new Set(['mailbox']), anyRight)).toBe(true);
    expect(hasRight(new Set(), anyRight)).toBe(true);
  });

  test('a scope called “*” in a token grants nothing', () => {
    expect(hasRight(new Set([anyRight]), 'mailbox')).toBe(false);
    expect(hasRight(new Set([anyRight]), oneOf('mailbox', 'send'))).toBe(false);
  });
});

describe('one of several rights', () => {
  const required = oneOf('deliver', 'correspondent', 'send');
  test.each(['deliver', 'correspondent', 'send'])('is sufficient: %s', (right) => {
    expect(hasRight(new Set([right]), required)).toBe(true);
    expect(hasRight(new Set(['other', right]), required)).toBe(true);
  });

  test('is not any other right, nor a part of one, nor the combined text', () => {
    for (const other of ['other', 'deliver|correspondent', 'r|c', required, '|', ''])
      expect(hasRight(new Set([other]), required)).toBe(false);
    expect(hasRight(new Set(), required)).toBe(false);
  });

  test('can be separated again', () => {
    expect(rightsIn(required)).toEqual(['deliver', 'correspondent', 'send']);
    expect(rightsIn(oneOf('mailbox'))).toEqual(['mailbox']);
    expect(oneOf('mailbox')).toBe('mailbox');
  });
});

describe('access', () => {
  test('for any token allows applications, customers and staff, but no third party', () => {
    expect(anyToken).toStrictEqual({
      kind: 'callers',
      application: { scope: '*' },
      customer: { scope: '*' },
      employee: { role: '*' },
    });
  });

  test('for named callers allows no others', () => {
    expect(callers({})).toStrictEqual({ kind: 'callers' });
    expect(callers({ customer: { scope: 'mailbox' } })).toStrictEqual({
      kind: 'callers',
      customer: { scope: 'mailbox' },
    });
  });

  test('for the public and for clients differs from that for callers', () => {
    expect([everyone.kind, oauthClients.kind]).toEqual(['public', 'client']);
  });
});
