import {
  type ConfiguredProfile,
  profilesFrom,
  type Xs2aProfile,
} from '#platform/config/xs2a-profile/profile.ts';

/** Which bank a third party reaches, and the choices of that bank. */
export interface TppBanks {
  /** Returns undefined if no bank is served under the host name. */
  bankOfHost(host: string | undefined): string | undefined;
  /** Returns undefined if no bank is served under the host name. */
  profileOfHost(host: string | undefined): Xs2aProfile | undefined;
  /** Throws for a bank that is not served. */
  profileOf(bankId: string): Xs2aProfile;
}

interface TppBanksSettings {
  readonly banks: readonly string[];
  readonly xs2aBank: string;
  readonly xs2aProfiles: readonly ConfiguredProfile[];
}

/** Reads the profiles. As soon as one of them lists host names, a bank is reached by its host names only. */
export function createTppBanks({ banks, xs2aBank, xs2aProfiles }: TppBanksSettings): TppBanks {
  const profiles = profilesFrom(xs2aProfiles, banks);
  const byHost = new Map([...profiles].flatMap(([bank, { hosts }]) => hosts.map((host) => [host, bank])));
  const onlyBank = banks.includes(xs2aBank) ? xs2aBank : undefined;
  const bankOfHost = (host: string | undefined): string | undefined =>
    byHost.size === 0 ? onlyBank : byHost.get(hostNameIn(host));
  return {
    bankOfHost,
    profileOfHost: (host) => profiles.get(bankOfHost(host) ?? ''),
    profileOf(bankId) {
      const profile = profiles.get(bankId);
      if (profile === undefined) throw new Error(`bank ${bankId} is not served`);
      return profile;
    },
  };
}

/** Returns the host name without its port, in lower case; a trailing dot means the same host. */
function hostNameIn(host: string | undefined): string {
  return host?.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase() ?? '';
}
