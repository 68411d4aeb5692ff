import Type, { type Static } from 'typebox';
import { named } from '#platform/http/named-schema.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { MoneyText } from '#platform/kernel/money.ts';
import { accountIdentifiers } from './schema-parts.ts';

const { Optional } = Type;

/** SPEC xs2a-2026 2.1: a payee whose verification gave another result than a match. Members of the status are for lists. */
export const vopStatus = named(
  'DoubtfulPayee',
  'A payee whose name was not a match; members of one payment of a bulk say which payment.',
  Type.Object({
    originalInstructionId: Optional(Type.String()),
    originalEndToEndId: Optional(Type.String()),
    originalUetr: Optional(Type.String()),
    transactionStatus: Type.Enum(['RVCM']),
    originalTransactionReference: Type.Object({
      instructedAmount: Type.Object({ currency: Type.String(), amount: Type.String() }),
      creditor: Type.Object({ name: Type.String() }),
      creditorAccount: Type.Object({
        ...accountIdentifiers,
        other: Optional(Type.Object({ identification: Type.String() })),
      }),
      ultimateCreditor: Optional(Type.Object({ name: Type.String() })),
    }),
    creditorNameMatch: Type.Enum(['CMTC', 'NMTC', 'NOAP']),
    matchedCreditorName: Optional(Type.String({ maxLength: 140 })),
  }),
  {
    creditorNameMatch: 'CMTC: close match; NMTC: no match; NOAP: verification not possible.',
    matchedCreditorName: 'Name of the account holder; only with a close match.',
    transactionStatus: 'RVCM: the payer must confirm the payee.',
  },
);
export type VopStatus = Static<typeof vopStatus>;

/** A payment whose payee did not match. */
export interface DoubtfulPayee {
  readonly instructionId?: string | undefined;
  readonly endToEndId?: string | undefined;
  readonly uetr?: string | undefined;
  readonly amount: MoneyText;
  readonly creditorName: string;
  readonly creditorAccount: VopStatus['originalTransactionReference']['creditorAccount'];
  readonly ultimateCreditor?: string | undefined;
  readonly code: VopStatus['creditorNameMatch'];
  /** Of the holder; only a close match has it. */
  readonly matchedName?: string | undefined;
}

export function toVopStatus(payee: DoubtfulPayee): VopStatus {
  const { amount, creditorAccount, creditorName, ultimateCreditor } = payee;
  return omitUndefined({
    originalInstructionId: payee.instructionId,
    originalEndToEndId: payee.endToEndId,
    originalUetr: payee.uetr,
    transactionStatus: 'RVCM' as const,
    originalTransactionReference: omitUndefined({
      instructedAmount: { currency: amount.currency, amount: amount.amount },
      creditor: { name: creditorName },
      creditorAccount,
      ultimateCreditor: ultimateCreditor === undefined ? undefined : { name: ultimateCreditor },
    }),
    creditorNameMatch: payee.code,
    matchedCreditorName: payee.code === 'CMTC' ? payee.matchedName : undefined,
  });
}
