import Type, { type Static } from 'typebox';
import { isNetwork } from './address-settings.ts';
import { json, type SettingType, text } from './setting-types.ts';
import type { ConfiguredProfile } from './xs2a-profile/profile.ts';

const banksMax = 64;

/** The options themselves are checked once the banks are known, so that an error names option and bank. */
const profileList = Type.Unsafe<readonly ConfiguredProfile[]>(
  Type.Array(
    Type.Object({ bank: Type.String({ pattern: '^[a-z0-9]{2,8}$' }) }, { additionalProperties: true }),
    { maxItems: banksMax },
  ),
);

/** The choices of each bank about its interface for third parties. */
function xs2aProfiles(): SettingType<typeof profileList> {
  return {
    ...json(profileList, 'a list of objects with bank and options of docs/generated/xs2a-profile.md'),
    file: 'accepted',
  };
}

const statusServersMax = 16;
const networksMax = 16;
/** A wider network is a typing error: the widest private block of IPv4 has this prefix. */
const prefixMin = 8;

function isNarrowNetwork(given: string): boolean {
  return isNetwork(given) && Number(given.split('/')[1]) >= prefixMin;
}

const statusServer = Type.Object(
  {
    /** As the address in the certificates names it. */
    host: Type.String({ pattern: '^[a-z0-9.-]{1,253}$' }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
    networks: Type.Immutable(
      Type.Array(Type.Refine(Type.String(), isNarrowNetwork), { minItems: 1, maxItems: networksMax }),
    ),
  },
  { additionalProperties: false },
);
const statusServerList = Type.Immutable(
  Type.Array(Type.Immutable(statusServer), { maxItems: statusServersMax }),
);

/** An OCSP responder or a server of revocation lists inside the bank's network. */
export type StatusServer = Static<typeof statusServer>;

/** How third parties reach the banks. */
export const xs2aSettings = {
  xs2aBank: {
    name: 'PORTICO_XS2A_BANK',
    kind: text(/^[a-z0-9]{2,8}$/, 'a bank id of 2 to 8 letters a-z or digits'),
    presence: { default: '01' },
    description: 'Bank that third-party providers reach, where no profile lists host names.',
  },
  xs2aProfiles: {
    name: 'PORTICO_XS2A_PROFILES',
    kind: xs2aProfiles(),
    presence: { default: '[]' },
    description:
      'Choices of each bank about its interface for third parties; see docs/generated/xs2a-profile.md. A bank that is not listed has the defaults.',
  },
  certificateStatusServers: {
    name: 'PORTICO_CERTIFICATE_STATUS_SERVERS',
    kind: json(
      statusServerList,
      'a list of objects with host, port (default 80) and networks such as 10.1.2.0/24',
    ),
    presence: { default: '[]' },
    description:
      'OCSP responders and servers of revocation lists in private networks, for the test PKI of a bank. The worker asks issuers at public addresses only, ports 80 and 443, except these.',
  },
} as const;
