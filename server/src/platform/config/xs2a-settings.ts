import Type from 'typebox';
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
} as const;
