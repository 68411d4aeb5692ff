import Type from 'typebox';
import { json, type SettingType } from './setting-types.ts';
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
export function xs2aProfiles(): SettingType<typeof profileList> {
  return {
    ...json(profileList, 'a list of objects with bank and options of docs/generated/xs2a-profile.md'),
    file: 'accepted',
  };
}
