import type { Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';

/** Returns the address under which third parties reach a bank, without a slash at its end. */
export function baseLinksUrl({ hosts, xs2aBaseLinksUrl }: Xs2aProfile, productUrl: string): string {
  const [host] = hosts;
  return xs2aBaseLinksUrl ?? (host === undefined ? productUrl : `https://${host}`);
}
