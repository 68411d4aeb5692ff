import { describe, expect, test } from 'vitest';
import type { Content } from './content.ts';
import { textFor } from './message-text.ts';

const iban = 'DE89370400440532013000';
const content: Content = {
  title: `Title ${iban}`,
  text: `Text ${iban}`,
  html: `<p>Html ${iban}</p>`,
  short: `Short ${iban}`,
  language: 'en',
};

describe('the words', () => {
  test.each(['mailbox', 'letter'] as const)('by %s is complete: third parties cannot read it', (medium) => {
    expect(textFor(medium, content)).toEqual({
      title: content.title,
      text: content.text,
      html: content.html,
    });
  });

  test('by email masks account numbers in every part', () => {
    expect(textFor('email', content)).toEqual({
      title: 'Title ••••3000',
      text: 'Text ••••3000',
      html: '<p>Html ••••3000</p>',
    });
  });

  test.each(['sms', 'push'] as const)('by %s is the short one, without html or account numbers', (medium) => {
    expect(textFor(medium, content)).toEqual({
      title: 'Title ••••3000',
      text: 'Short ••••3000',
      html: undefined,
    });
  });

  test('by SMS keeps account numbers if its code is linked to a payment; other media still mask them', () => {
    const linked: Content = { ...content, showsAccounts: true };
    expect(textFor('sms', linked)).toEqual({
      title: content.title,
      text: content.short,
      html: undefined,
    });
    for (const medium of ['email', 'push'] as const)
      expect(textFor(medium, linked)).toEqual(textFor(medium, content));
  });

  test('is the long one if there is no short one, and has no html if there is none', () => {
    const plain: Content = { title: 'A', text: `B ${iban}`, language: 'en' };
    expect(textFor('sms', plain)).toEqual({ title: 'A', text: 'B ••••3000', html: undefined });
    expect(textFor('email', plain)).toEqual({ title: 'A', text: 'B ••••3000', html: undefined });
    expect(textFor('mailbox', plain)).toEqual({ title: 'A', text: `B ${iban}`, html: undefined });
  });
});
