import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createScaVault } from './sca-vault.ts';

test('what was made before a rotation of keys is accepted after it', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const before = createScaVault(createLocalKeys([old]));
  const after = createScaVault(createLocalKeys([fresh, old]));
  const token = before.csrfOf('01', 'secret');
  expect(after.isCsrf('01', 'secret', token)).toBe(true);
  expect(after.csrfOf('01', 'secret')).not.toBe(token);
  expect(after.isCsrf('01', 'other', token)).toBe(false);
  const hash = before.confirmationHash('01', 'a-1', 'code');
  expect(after.isConfirmation(hash, { bankId: '01', authorisationId: 'a-1', code: 'code' })).toBe(true);
  expect(after.isConfirmation(hash, { bankId: '01', authorisationId: 'a-2', code: 'code' })).toBe(false);
  expect(after.isConfirmation(hash, { bankId: '02', authorisationId: 'a-1', code: 'code' })).toBe(false);
});
