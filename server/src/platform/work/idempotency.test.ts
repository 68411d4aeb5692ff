import { expect, test } from 'vitest';
import { problemFrom } from './idempotency.ts';

const fieldErrors = [
  { part: 'body', path: ['name'], code: 'required', message: 'Field is required.' },
] as const;
const stored = {
  kind: 'problem',
  owner: 'party',
  literal: 'invalid',
  entry: { kind: 'invalid', message: 'm' },
} as const;

test.each(['fieldErrors', 'faults'])('a stored problem keeps its field errors, stored as %s', (member) => {
  const { more } = problemFrom({ ...stored, more: { reason: 'r', [member]: fieldErrors } });
  expect(more).toEqual({ reason: 'r', fieldErrors });
});
