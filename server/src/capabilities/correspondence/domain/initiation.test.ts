import { describe, expect, test } from 'vitest';
import { amountIn, categoryOf, groupOf, type MessageSource, type TemplateData } from './initiation.ts';
import { type MessageCategory, type MessageKind, messageKinds } from './literals.ts';
import { groupIds } from './notification-groups.ts';

describe('the group of a message', () => {
  test('is the one that was named', () => {
    for (const notificationGroup of [undefined, ...groupIds])
      expect(groupOf({ messageKind: 'alert', notificationGroup })).toBe(notificationGroup);
  });

  test('of a code is none, whatever was named: nobody turns codes off', () => {
    for (const notificationGroup of [undefined, ...groupIds])
      expect(groupOf({ messageKind: 'one-time-password', notificationGroup })).toBeUndefined();
  });

  test('of a notice about security is the mandatory one, whatever was named', () => {
    for (const notificationGroup of [undefined, ...groupIds])
      expect(groupOf({ messageKind: 'security-notice', notificationGroup })).toBe('security');
  });
});

describe('the category of a message', () => {
  const own: Readonly<Partial<Record<MessageKind, MessageCategory>>> = {
    statement: 'document',
    offer: 'marketing',
    'one-time-password': 'security',
    'security-notice': 'security',
  };
  test.each(messageKinds)('that is a %s is that of its kind', (kind) => {
    expect(categoryOf(kind)).toBe(own[kind] ?? 'service');
  });
});

describe('the amount a message is about', () => {
  const made = (data: TemplateData): MessageSource => ({ kind: 'template', templateId: 't', data });

  test('is the one in its data', () => {
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
    ['an amount in no currency there is', { amount: { amount: '1', currency: 'XXQ' } }],
    ['an amount with too many decimals', { amount: { amount: '1.234', currency: 'EUR' } }],
    ['an amount that is none', { amount: { amount: 'much', currency: 'EUR' } }],
    ['an amount that is a list', { amount: ['1', 'EUR'] }],
  ])('is unknown where the data are %s', (_name, data) => {
    expect(amountIn(made(data))).toBeUndefined();
  });

  test('is unknown where there are no data, and never what all objects inherit', () => {
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
