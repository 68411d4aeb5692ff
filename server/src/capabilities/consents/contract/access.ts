import Type from 'typebox';
import { accountReference } from '#dialects/xs2a/schema-parts.ts';
import { named } from '#platform/http/named-schema.ts';
import { accessFlags } from '../domain/access.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;
const accountsMax = 100;

const accountList = Optional(Type.Array(accountReference, { maxItems: accountsMax }));
const flag = Optional(Type.Enum([...accessFlags]));

/** SPEC xs2a 3.9: which data of which accounts. */
export const access = named(
  'RequestedAccess',
  'The data that the third party asks for, by account. Empty lists leave the choice to the customer.',
  Type.Object(
    {
      accounts: accountList,
      balances: accountList,
      transactions: accountList,
      additionalInformation: Optional(
        Type.Object({ ownerName: accountList, trustedBeneficiaries: accountList }, closed),
      ),
      availableAccounts: flag,
      availableAccountsWithBalance: flag,
      allPsd2: flag,
      restrictedTo: Optional(Type.Array(Type.String({ maxLength: 35 }), { maxItems: accountsMax })),
      statements: accountList,
    },
    closed,
  ),
);

/** SPEC 001: the masked number of a card is returned as `pan`. */
const grantedReference = named(
  'GrantedAccount',
  'An account that the customer shares; the number of a card is masked.',
  Type.Object({
    iban: Optional(Type.String()),
    bban: Optional(Type.String()),
    pan: Optional(Type.String()),
    msisdn: Optional(Type.String()),
    currency: Optional(Type.String()),
  }),
);
const grantedList = Optional(Type.Array(grantedReference));

export const grantedAccess = named(
  'GrantedAccess',
  'The data that the customer agreed to, by account.',
  Type.Object({
    accounts: grantedList,
    balances: grantedList,
    transactions: grantedList,
    additionalInformation: Optional(Type.Object({ ownerName: Type.Array(grantedReference) })),
    availableAccounts: flag,
    availableAccountsWithBalance: flag,
    allPsd2: flag,
  }),
);
