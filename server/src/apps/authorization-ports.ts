import { paymentFiles } from '#adapters/payment-files/payment-files.ts';
import {
  type AuthorizationPorts,
  createAuthorizationVault,
  createSeedVault,
  noCoreAccounts,
  noDeviceKeys,
  type Users,
} from '#capabilities/authorization/index.ts';
import { readBanks } from '#capabilities/configuration/index.ts';
import type { CorrespondencePorts } from '#capabilities/correspondence/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { createCommandGroups } from '#platform/work/command-groups.ts';
import { trailStatements } from '#platform/work/unit-of-work.ts';

/** What authorization stands on. */
export async function authorizationPortsFrom(
  { banks, baseUrl }: Config,
  deps: {
    readonly database: Database;
    readonly keys: KeyProvider;
    readonly clock: Clock;
    readonly correspondence: CorrespondencePorts;
    readonly wrapping: KeyWrapping;
    readonly users: Users;
  },
): Promise<AuthorizationPorts> {
  const { clock, correspondence, database, keys, users, wrapping } = deps;
  const facts = await readBanks(database, banks);
  return {
    authorizationVault: createAuthorizationVault(keys),
    seedVault: createSeedVault({ database, clock, wrapping }),
    commandGroups: createCommandGroups({ database, trailStatements }),
    users,
    accounts: noCoreAccounts,
    deviceKeys: noDeviceKeys,
    paymentFiles,
    correspondence,
    authorizationFacts: {
      of(bankId) {
        const bank = facts.get(bankId);
        if (bank === undefined) throw new Error(`bank ${bankId} is not served here`);
        const { country, name, referenceCurrency } = bank;
        return { bankName: name, codeDomain: new URL(baseUrl).hostname, country, referenceCurrency };
      },
    },
  };
}
