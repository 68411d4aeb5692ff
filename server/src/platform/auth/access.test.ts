import { describe, expect, test } from 'vitest';
import {
  anyRight,
  anyToken,
  callers,
  everyone,
  harnesshtsIn,
  hasRight,
  oauthClients,
  oneOf,
} from './access.ts';

describe('a right', () => {
  test('opens what it is asked for, and nothing else', () => {
    const harnesshts = new Set(['mailbox', 'correspondence.send']);
    expect(hasRight(harnesshts, 'mailbox')).toBe(true);
    for (const other of ['mail', 'mailboxes', 'Mailbox', 'correspondence', 'correspondence.deliver', '', ' '])
      expect(hasRight(harnesshts, other)).toBe(false);
  });

  test('is none without any', () => {
    expect(hasRight(new Set(), 'mailbox')).toBe(false);
    expect(hasRight(new Set(), '')).toBe(false);
  });

  test('of any kind opens what is open to any token, even none at all', () => {
    expect(hasRight(new Set(['mailbox']), anyRight)).toBe(true);
    expect(hasRight(new Set(), anyRight)).toBe(true);
  });

  test('that a token calls “*” opens nothing of its own', () => {
    expect(hasRight(new Set([anyRight]), 'mailbox')).toBe(false);
    expect(hasRight(new Set([anyRight]), oneOf('mailbox', 'send'))).toBe(false);
  });
});

describe('one of several rights', () => {
  const asked = oneOf('deliver', 'correspondent', 'send');
  test.each(['deliver', 'correspondent', 'send'])('is enough: %s', (right) => {
    expect(hasRight(new Set([right]), asked)).toBe(true);
    expect(hasRight(new Set(['other', right]), asked)).toBe(true);
  });

  test('is not any other, nor a part of one, nor what is asked for as a whole', () => {
    for (const other of ['other', 'deliver|correspondent', 'r|c', asked, '|', ''])
      expect(hasRight(new Set([other]), asked)).toBe(false);
    expect(hasRight(new Set(), asked)).toBe(false);
  });

  test('can be told apart again', () => {
    expect(harnesshtsIn(asked)).toEqual(['deliver', 'correspondent', 'send']);
    expect(harnesshtsIn(oneOf('mailbox'))).toEqual(['mailbox']);
    expect(oneOf('mailbox')).toBe('mailbox');
  });
});

describe('access', () => {
  test('for any token lets in applications, customers and staff, and no third party', () => {
    expect(anyToken).toStrictEqual({
      kind: 'callers',
      application: { scope: '*' },
      customer: { scope: '*' },
      employee: { role: '*' },
    });
  });

  test('for named callers names no others', () => {
    expect(callers({})).toStrictEqual({ kind: 'callers' });
    expect(callers({ customer: { scope: 'mailbox' } })).toStrictEqual({
      kind: 'callers',
      customer: { scope: 'mailbox' },
    });
  });

  test('of the public and of clients is not that of callers', () => {
    expect([everyone.kind, oauthClients.kind]).toEqual(['public', 'client']);
  });
});
