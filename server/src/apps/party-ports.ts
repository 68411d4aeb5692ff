import { readBanks } from '#capabilities/configuration/index.ts';
import {
  type ContactProofs,
  type ContactUse,
  createPartyVault,
  createSearchLimit,
  nobodyScreens,
  nobodySignsIn,
  noContactProofs,
  type PartyPorts,
} from '#capabilities/party/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { Database } from '#platform/db/database.ts';

/** What the party interface stands on; nothing without a master key, for nothing of it is kept in the open. */
export async function partyPortsFrom(
  {
    banks,
    baseUrl,
    databasePoolSize,
    masterKeys,
  }: Pick<Config, 'banks' | 'baseUrl' | 'databasePoolSize' | 'masterKeys'>,
  {
    contactProofs = noContactProofs,
    contactUse = nobodySignsIn,
    database,
  }: {
    readonly database: Database;
    readonly contactUse?: ContactUse;
    readonly contactProofs?: ContactProofs;
  },
): Promise<PartyPorts> {
  if (masterKeys === undefined) throw new Error('personal data is sealed under PORTICO_MASTER_KEYS; set one');
  const facts = await readBanks(database, banks);
  return {
    partyVault: createPartyVault(createLocalKeys(masterKeys.reveal())),
    screening: nobodyScreens,
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
