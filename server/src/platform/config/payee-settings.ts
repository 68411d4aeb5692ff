import Type from 'typebox';
import { mutualTlsServiceMembers } from './service-settings.ts';
import { json, type SettingType } from './setting-types.ts';

const closed = { additionalProperties: false } as const;
const banksMax = 2_000;

const payeeBanksSchema = Type.Immutable(
  Type.Array(
    Type.Object(
      {
        /** Country and bank code of its IBANs, without check digits: `NL` and `ABNA`. */
        country: Type.String({ pattern: '^[A-Z]{2}$' }),
        bankCode: Type.String({ pattern: '^[A-Z0-9]{1,12}$' }),
        ...mutualTlsServiceMembers,
      },
      closed,
    ),
    { maxItems: banksMax },
  ),
);

function payeeBanks(): SettingType<typeof payeeBanksSchema> {
  return json(
    payeeBanksSchema,
    'a list of objects with country, bankCode, url, certificate and key; see docs/guides/verify-payees.md',
  );
}

/** Banks that are asked about payees. */
export const payeeSettings = {
  payeeBanks: {
    name: 'PORTICO_PAYEE_BANKS',
    kind: payeeBanks(),
    presence: { default: '[]' },
    description:
      'Banks that verify payees of their accounts, by country and bank code of the IBAN. Accounts of banks that are not listed are looked up in the own core.',
  },
} as const;
