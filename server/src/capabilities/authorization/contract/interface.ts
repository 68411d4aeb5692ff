import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import { channelParameters } from '#dialects/channel/parameter-texts.ts';
import type { Interface } from '#platform/http/contract.ts';
import { literalLengthMax, literalPattern } from '#platform/kernel/classification.ts';
import type { AddedList } from '../domain/added-literal.ts';

/** SPEC 002: second factors, and who has signed and may sign. */
export const authorization: Interface = {
  name: 'authorization',
  title: 'Authorization',
  basePath: '/v1/authorization',
  dialect: channel,
  parameters: {
    ...channelParameters,
    accountID: 'Account of the transaction.',
    amount: 'Amount of the transaction.',
    authorizationType: 'Only ways of this type.',
    bankId: 'The bank of the customer.',
    currency: 'Currency of the amount; that of the account by default.',
    identifier: 'Customer number of the customer.',
    transactionType: 'Kind of the transaction.',
  },
  duringMaintenance: 'closed',
};

export const done = { 204: { description: 'Right.' } } as const;

/** Returns the schema of a closed list of literals. */
export function enumOf<const Literal extends string>(literals: readonly Literal[]): Type.TUnsafe<Literal> {
  return Type.Unsafe<Literal>(Type.Enum([...literals]));
}

/** Returns the schema of a literal of a list that each bank keeps; whether the bank has the literal is checked later. */
export function literalOf(list: AddedList): Type.TString {
  return Type.String({
    minLength: 1,
    maxLength: literalLengthMax,
    pattern: literalPattern,
    description: `Literal of the classification \`${list}\` of the bank.`,
  });
}

/** A user id or a username. */
export const userName = Type.String({ minLength: 1, maxLength: 64 });

/** An id that a client sends back. An id that the server never issued is unknown, not malformed. */
export const handle = Type.String({ minLength: 1, maxLength: 64 });
