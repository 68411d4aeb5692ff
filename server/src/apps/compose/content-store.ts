import { contentStorePolicy, createHttpContentStore } from '#adapters/content-store/http-content-store.ts';
import { noPictureSource, type PictureSource, pictureSizeMaxBytes } from '#capabilities/identity/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { EgressPolicy } from '#platform/egress/egress-policy.ts';

/** Purpose under which pictures are fetched from the content store of a bank. */
const picturesPurpose = 'pictures';

/** Fetches pictures from the content store, if one is configured and this process may connect to it. */
export function pictureSourceFrom(config: Config, egress: Egress | undefined): PictureSource {
  const prefixes = contentPrefixes(config);
  return egress === undefined || prefixes.size === 0
    ? noPictureSource
    : createHttpContentStore({ egress, purpose: picturesPurpose, prefixes });
}

/** The addresses that pictures may be fetched from. */
export function picturePurposes(config: Config): Readonly<Record<string, EgressPolicy>> {
  const prefixes = contentPrefixes(config);
  return prefixes.size === 0 ? {} : { [picturesPurpose]: contentStorePolicy(prefixes, pictureSizeMaxBytes) };
}

/** Each bank has its files below an address of its own. */
function contentPrefixes({ banks, contentStore }: Config): ReadonlyMap<string, string> {
  if (contentStore === undefined) return new Map();
  return new Map(banks.map((bank) => [bank, `${contentStore.replace(/\/$/v, '')}/${bank}/`]));
}
