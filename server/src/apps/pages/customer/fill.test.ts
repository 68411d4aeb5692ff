import { expect, test } from 'vitest';
import { fill, name } from './fill.ts';

test('a name that ends with a full stop ends its sentence, and only there', () => {
  const text = (sentence: string, party: string): string => fill(sentence, { party: name(party) }).toString();
  expect(text('The request of {party}.', 'Acme B.V.')).toBe('The request of <bdi>Acme B.V.</bdi>');
  expect(text('The request of {party}. Choose.', 'Acme B.V.')).toBe(
    'The request of <bdi>Acme B.V.</bdi> Choose.',
  );
  expect(text('The request of {party}.', 'Acme')).toBe('The request of <bdi>Acme</bdi>.');
  expect(text('Back to {party}, now.', 'Acme B.V.')).toBe('Back to <bdi>Acme B.V.</bdi>, now.');
  expect(fill('{party}. Done.', { party: 'Acme Inc.' }).toString()).toBe('Acme Inc. Done.');
});

test('values are escaped', () => {
  expect(fill('For {party}.', { party: '<b>.' }).toString()).toBe('For &lt;b&gt;.');
});
