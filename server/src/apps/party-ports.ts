import { readBanks } from '#capabilities/configuration/index.ts';
import {
  type ContactProofs,
  type ContactUse,
  createPartyVault,
  createSearchLimit,
  noContactProofs,
  noContactUse,
  noScreening,
  type PartyPorts,
} from '#capabilities/party/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Database } from '#platform/db/database.ts';

/** What the party interface stands on. */
export async function partyPortsFrom(
  { banks, baseUrl, databasePoolSize }: Pick<Config, 'banks' | 'baseUrl' | 'databasePoolSize'>,
  {
    contactProofs = noContactProofs,
    contactUse = noContactUse,
    database,
    keys,
  }: {
    readonly database: Database;
    readonly keys: KeyProvider;
    readonly contactUse?: ContactUse;
    readonly contactProofs?: ContactProofs;
  },
): Promise<PartyPorts> {
  const facts = await readBanks(database, banks);
  return {
    partyVault: createPartyVault(keys),
    screening: noScreening,
    contactUse,
    searchLimit: createSearchLimit(databasePoolSize),
    contactProofs,
    bankFacts: {
      of(bankId) {
        const bank = facts.get(bankId);
        if (bank === undefined) throw new Error(`bank ${bankId} is not served here`);
        const { country, timeZone } = bank;
        return { country, timeZone, contentUrlPrefix: `${baseUrl}/content/` };
      },
    },
  };
}
