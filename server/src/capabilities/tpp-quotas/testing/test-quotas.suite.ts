import { randomBytes } from 'node:crypto';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { Quotas, TppQuotasPorts } from '../ports/tpp-quotas-ports.ts';
import { createQuotaHashes } from '../store/quota-hashes.ts';

/** Ports for tests, with quotas that no other test reaches. */
export interface TestQuotas {
  readonly ports: TppQuotasPorts;
  /** From now on the bank has these quotas; those that are not named are the usual ones. */
  limit(quotas: Partial<Quotas>): void;
}

const usual: Quotas = {
  openResources: 100_000,
  openPerAccount: 100_000,
  bytes: 2 ** 40,
  unknownAccountsPerHour: 1_000,
};

export function createTestQuotas(): TestQuotas {
  let quotas = usual;
  return {
    ports: {
      quotaChoices: { of: () => quotas },
      quotaHashes: createQuotaHashes(createLocalKeys([randomBytes(32)])),
    },
    limit(more) {
      quotas = { ...usual, ...more };
    },
  };
}
