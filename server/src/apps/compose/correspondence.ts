import { createDocumentRenderer } from '#adapters/documents/document-renderer.ts';
import { authorizationClassifications } from '#capabilities/authorization/index.ts';
import { clientClassifications, createClientVault, createPushAddresses } from '#capabilities/client/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { correspondenceCapability, createCorrespondenceVault } from '#capabilities/correspondence/index.ts';
import { identityClassifications } from '#capabilities/identity/index.ts';
import { partyCapability } from '#capabilities/party/index.ts';
import { templateCommands } from '../commands/templates.ts';
import { bankLanguage } from './bank-language.ts';
import { compose } from './composition.ts';
import { attachmentSourceFrom, contentPrefixOf } from './content-store.ts';
import { coreHoldings } from './core-accounts.ts';
import { scannerFrom } from './malware-scanner.ts';

/** Correspondence serves the classifications of interfaces that have none of their own. */
export const foreignClassifications = [
  ...clientClassifications,
  ...identityClassifications,
  ...authorizationClassifications,
];

/** The renderer starts its threads with the first document. */
export const correspondence = compose(correspondenceCapability, {
  commands: [templateCommands],
  async ports({ api, bankOf, database, keys, runtime }, before) {
    const { cores } = await before.of(coreBankingCapability);
    const { baseUrl, delivery } = runtime.config;
    const gateways = new Map(Object.entries(delivery.gateways ?? {}));
    const linkHosts = [new URL(baseUrl).hostname, ...(delivery.linkHosts ?? [])];
    return {
      correspondenceVault: createCorrespondenceVault(keys),
      documentRenderer: createDocumentRenderer(),
      pushAddresses: createPushAddresses({ database, vault: createClientVault(keys) }),
      accountHoldings: coreHoldings({ cores, database }),
      inspection: scannerFrom(runtime.config, runtime.log),
      contentStore: attachmentSourceFrom(runtime.config, api?.egress),
      foreignClassifications,
      gateways: { mediaOf: (clientId) => gateways.get(clientId) ?? [] },
      party: await before.of(partyCapability),
      correspondenceFacts: {
        of(bankId) {
          const { country, timeZone } = bankOf(bankId);
          return {
            timeZone,
            language: bankLanguage(country),
            contentUrlPrefix: contentPrefixOf(runtime.config, bankId),
            linkHosts,
          };
        },
      },
    };
  },
  close: ({ documentRenderer }) => documentRenderer.close(),
});
