import {
  type CorrespondencePorts,
  createCorrespondenceVault,
  noAccounts,
  noContentStore,
  noDevices,
  noMalwareScan,
} from '#capabilities/correspondence/index.ts';
import {
  createPartyVault,
  createSearchLimit,
  noContactProofs,
  noContactUse,
  noCorrectionApprovals,
  onlyCell,
} from '#capabilities/party/index.ts';
import type { KeyProvider } from '#platform/crypto/key-provider.ts';

const timeZone = 'Europe/Berlin';
const contentUrlPrefix = 'https://portico.test/content/';
const tag = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Minimal document renderer: it supports `{{ name }}` only. */
const plainPress: CorrespondencePorts['documentRenderer'] = {
  async texts({ data, source }) {
    const filled = (text: string): string =>
      text.replaceAll(tag, (_, name: string) => String(Reflect.get(Object(data), name))).trim();
    const { short, text, title } = source;
    const product = { title: filled(title), text: filled(text), ...(short && { short: filled(short) }) };
    return { kind: 'done', product };
  },
  pdf: async () => ({ kind: 'template-not-valid', reason: 'no printing here' }),
  docx: async () => ({ kind: 'template-not-valid', reason: 'no printing here' }),
  close: async () => undefined,
};

/** Correspondence ports for tests, without any remote server. */
export function testMessagePorts(keys: KeyProvider): CorrespondencePorts {
  return {
    correspondenceVault: createCorrespondenceVault(keys),
    correspondenceFacts: {
      of: () => ({ timeZone, language: 'de', contentUrlPrefix, linkHosts: ['portico.test'] }),
    },
    documentRenderer: plainPress,
    pushAddresses: noDevices,
    accountHoldings: noAccounts,
    gateways: { mediaOf: () => [] },
    inspection: noMalwareScan,
    contentStore: noContentStore,
    foreignClassifications: [],
    party: {
      partyVault: createPartyVault(keys),
      bankFacts: { of: () => ({ country: 'DE', language: 'de', timeZone, contentUrlPrefix }) },
      cell: onlyCell,
      screening: { screen: async () => 'clear' },
      contactUse: noContactUse,
      searchLimit: createSearchLimit(4),
      contactProofs: noContactProofs,
      correctionApprovals: noCorrectionApprovals,
    },
  };
}
