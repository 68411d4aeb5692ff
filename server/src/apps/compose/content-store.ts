import { contentStorePolicy, createHttpContentStore } from '#adapters/content-store/http-content-store.ts';
import {
  attachmentSizeMaxBytes,
  type ContentStore,
  noContentStore,
} from '#capabilities/correspondence/index.ts';
import { noPictureSource, type PictureSource, pictureSizeMaxBytes } from '#capabilities/identity/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';

type StoreConfig = Pick<Config, 'banks' | 'contentStore'>;

/** Purposes under which files are fetched from the content store of a bank: each has its own size limit. */
const picturesPurpose = 'pictures';
const attachmentsPurpose = 'attachments';

/** Fetches pictures from the content store, if one is configured and this process may connect to it. */
export function pictureSourceFrom(config: StoreConfig, egress: Egress | undefined): PictureSource {
  const prefixes = contentPrefixes(config);
  return egress === undefined || prefixes.size === 0
    ? noPictureSource
    : createHttpContentStore({ egress, purpose: picturesPurpose, prefixes });
}

/** Fetches attachments that a sender gives by link. */
export function attachmentSourceFrom(config: StoreConfig, egress: Egress | undefined): ContentStore {
  const prefixes = contentPrefixes(config);
  return egress === undefined || prefixes.size === 0
    ? noContentStore
    : createHttpContentStore({ egress, purpose: attachmentsPurpose, prefixes });
}

/** The addresses that files may be fetched from. */
export function contentPurposes(config: StoreConfig): Readonly<Record<string, EgressPolicy>> {
  const prefixes = contentPrefixes(config);
  if (prefixes.size === 0) return {};
  return {
    [picturesPurpose]: contentStorePolicy(prefixes, pictureSizeMaxBytes),
    [attachmentsPurpose]: contentStorePolicy(prefixes, attachmentSizeMaxBytes),
  };
}

/**
 * Returns the prefix that links to files of a bank must have. Without a store it is a path of Portico's own address that
 * only the bank's proxy can serve.
 */
export function contentPrefixOf(config: Pick<Config, 'baseUrl' | 'contentStore'>, bankId: string): string {
  const { baseUrl, contentStore } = config;
  return contentStore === undefined ? `${baseUrl}/content/` : prefixIn(contentStore, bankId);
}

/** Each bank has its files below an address of its own. */
function contentPrefixes({ banks, contentStore }: StoreConfig): ReadonlyMap<string, string> {
  if (contentStore === undefined) return new Map();
  return new Map(banks.map((bank) => [bank, prefixIn(contentStore, bank)]));
}

function prefixIn(contentStore: string, bankId: string): string {
  // As a parsed link is written: a prefix with capitals in its host would match none.
  return new URL(`${contentStore.replace(/\/$/v, '')}/${bankId}/`).href;
}
