import { createPress } from '#adapters/documents/document-renderer.ts';
import { readBanks } from '#capabilities/configuration/index.ts';
import {
  type CorrespondencePorts,
  createCorrespondenceVault,
  noAccounts,
  noContentStore,
  noDevices,
  noMalwareScan,
} from '#capabilities/correspondence/index.ts';
import type { PartyPorts } from '#capabilities/party/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';
import type { Database } from '#platform/db/database.ts';

/** Spoken to those of whom nothing better is known. */
const bankLanguages: Readonly<Record<string, string>> = { NL: 'nl', DE: 'de', AT: 'de', FR: 'fr', BE: 'nl' };

/** The language of a bank's country, for whoever has said nothing. */
export function bankLanguage(country: string): string {
  return bankLanguages[country] ?? 'en';
}

/** What correspondence stands on. The press starts its threads when the first text is to be made. */
export async function correspondencePortsFrom(
  { banks, baseUrl, delivery }: Config,
  {
    database,
    keys,
    party,
  }: { readonly database: Database; readonly keys: KeyProvider; readonly party: PartyPorts },
): Promise<CorrespondencePorts> {
  const facts = await readBanks(database, banks);
  const gateways = new Map(Object.entries(delivery.gateways ?? {}));
  const linkHosts = [new URL(baseUrl).hostname, ...(delivery.linkHosts ?? [])];
  return {
    correspondenceVault: createCorrespondenceVault(keys),
    press: createPress(),
    pushAddresses: noDevices,
    accountHoldings: noAccounts,
    inspection: noMalwareScan,
    contentStore: noContentStore,
    gateways: { mediaOf: (clientId) => gateways.get(clientId) ?? [] },
    party,
    correspondenceFacts: {
      of(bankId) {
        const bank = facts.get(bankId);
        if (bank === undefined) throw new Error(`bank ${bankId} is not served here`);
        return {
          timeZone: bank.timeZone,
          language: bankLanguage(bank.country),
          contentUrlPrefix: `${baseUrl}/content/`,
          linkHosts,
        };
      },
    },
  };
}
