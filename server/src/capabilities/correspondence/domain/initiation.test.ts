import { describe, expect, test } from 'vitest';
import {
  amountIn,
  categoryOf,
  groupOf,
  type MessageSource,
  showsAccounts,
  type TemplateData,
} from './initiation.ts';
import { type MessageCategory, type MessageKind, messageKinds } from './literals.ts';
import { groupIds } from './notification-groups.ts';

describe('the group of a message', () => {
  test('is the requested one', () => {
    for (const notificationGroup of [undefined, ...groupIds])
      expect(groupOf({ messageKind: 'alert', notificationGroup })).toBe(notificationGroup);
  });

  test('of a code is none, even if one was requested: customers cannot turn codes off', () => {
    for (const notificationGroup of [undefined, ...groupIds])
      expect(groupOf({ messageKind: 'one-time-password', notificationGroup })).toBeUndefined();
  });

  test('of a security notice is the mandatory one, even if another was requested', () => {
    for (const notificationGroup of [undefined, ...groupIds])
      expect(groupOf({ messageKind: 'security-notice', notificationGroup })).toBe('security');
  });
});

test.each(messageKinds)('an SMS of kind %s shows accounts only if it is a linked code', (messageKind) => {
  expect(showsAccounts({ messageKind })).toBe(false);
  expect(showsAccounts({ messageKind, isLinked: false })).toBe(false);
  expect(showsAccounts({ messageKind, isLinked: true })).toBe(messageKind === 'one-time-password');
});

describe('the category of a message', () => {
  const own: Readonly<Partial<Record<MessageKind, MessageCategory>>> = {
    statement: 'document',
    offer: 'marketing',
    'one-time-password': 'security',
    'security-notice': 'security',
  };
  test.each(messageKinds)('of kind %s is that of its kind', (kind) => {
    expect(categoryOf(kind)).toBe(own[kind] ?? 'service');
  });
});

describe('the amount of a message', () => {
  const made = (data: TemplateData): MessageSource => ({ kind: 'template', templateId: 't', data });

  test('is the amount in its data', () => {
    expect(amountIn(made({ amount: { amount: '12.34', currency: 'EUR' }, other: 1 }))).toEqual({
      minor: 1234n,
      currency: 'EUR',
    });
    expect(amountIn(made({ amount: { amount: '-5', currency: 'JPY' } }))).toEqual({
      minor: -5n,
      currency: 'JPY',
    });
  });

  test.each<[string, TemplateData]>([
    ['nothing', null],
    ['text', 'amount'],
    ['a number', 12],
    ['a list', [{ amount: { amount: '1', currency: 'EUR' } }]],
    ['no amount', { balance: { amount: '1', currency: 'EUR' } }],
    ['an amount without a currency', { amount: '12.34' }],
    ['an amount as a number', { amount: { amount: 12.34, currency: 'EUR' } }],
    ['an amount in an unknown currency', { amount: { amount: '1', currency: 'XXQ' } }],
    ['an amount with too many decimals', { amount: { amount: '1.234', currency: 'EUR' } }],
    ['an amount that is not a number', { amount: { amount: 'much', currency: 'EUR' } }],
    ['an amount that is a list', { amount: ['1', 'EUR'] }],
  ])('is unknown if the data is %s', (_name, data) => {
    expect(amountIn(made(data))).toBeUndefined();
  });

  test('is unknown without data, and never an inherited property', () => {
    const written: MessageSource = {
      kind: 'message',
      title: 'T',
      contentType: 'text/plain',
      content: '12.34 EUR',
      attachments: [],
    };
    expect(amountIn(written)).toBeUndefined();
    expect(amountIn(made({ amount: {} }))).toBeUndefined();
  });
});
