import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { keyProviderSuite } from './key-provider.suite.ts';
import { createLocalKeys } from './local-keys.ts';

describe('keys derived from master keys', () => {
  keyProviderSuite(async () => createLocalKeys([randomBytes(32), randomBytes(32)]), {
    keyClasses: ['oauth', 'party'],
    purposes: ['cookies', 'nonces'],
  });
});
