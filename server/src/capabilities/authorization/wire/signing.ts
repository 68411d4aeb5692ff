import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { enumOf } from '../contract/interface.ts';
import type { evaluateSignatures, evaluateUser, getAuthorizationLevels } from '../contract/signing.ts';
import { type CallingContext, type EvaluateCommand, emptyContext } from '../domain/calling-context.ts';
import { proofKinds } from '../domain/literals.ts';
import { callingContextMaxBytes, payloadMaxBytes } from '../domain/policy.ts';
import type { SignaturesOutcome, UserOutcome } from '../domain/signing/collection.ts';
import { readJson } from '../domain/signing/json-text.ts';
import { accountIdSpelling } from '../domain/signing/payment-order.ts';
import {
  authorizationTypes,
  kindNamed,
  type ResourceKind,
  transactionTypes,
} from '../domain/signing/rule.ts';
import type {
  GetAuthorizationLevels,
  ShownLevels,
} from '../operations/signatures/get-authorization-levels.ts';
import { plainJson } from './plain-json.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;
const name = Type.String({ minLength: 1, maxLength: 100 });

/** SPEC channel interfaces 7.2.7: members of the serialized calling context. */
const contextShape = Compile(
  Type.Object(
    {
      'customer-number': Optional(name),
      'acting-for': Optional(name),
      account: Optional(name),
      'transaction-type': Optional(enumOf(transactionTypes)),
      'authorization-type': Optional(enumOf(authorizationTypes)),
      'bank-id': Optional(name),
      channel: Optional(name),
      initiator: Optional(name),
      proof: Optional(
        Type.Object(
          {
            kind: enumOf(proofKinds),
            id: Optional(name),
            signature: Optional(Type.String({ maxLength: 4_000 })),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
);

type EvaluateRequest = RequestOf<typeof evaluateUser> | RequestOf<typeof evaluateSignatures>;

export function toEvaluate({ body }: EvaluateRequest): EvaluateCommand {
  const { payload } = body;
  if (payload !== undefined && Buffer.byteLength(payload) > payloadMaxBytes)
    rejectFieldErrors([fieldErrorAt(['payload'], 'too-long')]);
  return {
    resourceId: body['resource-id'],
    resourceKind: kindIn(body['resource-kind']),
    payload,
    context: contextIn(body['calling-context']),
  };
}

function kindIn(text: string | undefined): ResourceKind | undefined {
  const kind = text === undefined ? undefined : kindNamed(text);
  if (text !== undefined && kind === undefined) rejectFieldErrors([fieldErrorAt(['resource-kind'], 'enum')]);
  return kind;
}

function contextIn(text: string | undefined): CallingContext {
  if (text === undefined || text === '') return emptyContext;
  if (Buffer.byteLength(text) > callingContextMaxBytes)
    rejectFieldErrors([fieldErrorAt(['calling-context'], 'too-long')]);
  const read = readJson(text);
  const value = read.kind === 'error' ? undefined : plainJson(read.value);
  if (!contextShape.Check(value)) {
    rejectFieldErrors([fieldErrorAt(['calling-context'], 'malformed')]);
    return emptyContext;
  }
  const { proof } = value;
  return {
    customerNumber: value['customer-number'],
    actingFor: value['acting-for'],
    account: value.account,
    transactionType: value['transaction-type'],
    authorizationType: value['authorization-type'],
    bankId: value['bank-id'],
    channel: value.channel,
    initiator: value.initiator,
    proof: proof && { kind: proof.kind, id: proof.id, signature: proof.signature },
  };
}

export function toUserResponse(outcomes: readonly UserOutcome[]): ResponseOf<typeof evaluateUser> {
  return { status: 200, body: outcomes.map(({ reason, success }) => ({ success, reason })) };
}

export function toSignaturesResponse(
  outcomes: readonly SignaturesOutcome[],
): ResponseOf<typeof evaluateSignatures> {
  return {
    status: 200,
    body: outcomes.map(({ reason, signatures, success }) => ({
      success,
      reason,
      signatures: signatures.map(({ entity, existing, required }) => ({ entity, required, existing })),
    })),
  };
}

export function toLevelsQuery({ query }: RequestOf<typeof getAuthorizationLevels>): GetAuthorizationLevels {
  const { accountID, amount, authorizationType, bankId, currency, identifier, transactionType } = query;
  if (currency !== undefined && !isCurrency(currency)) {
    rejectFieldErrors([fieldErrorAt(['currency'], 'format', 'query')]);
    throw new Error('not reached');
  }
  rejectFieldErrors(amountErrors(amount, currency));
  return {
    identifier,
    bankId,
    query: omitUndefined({
      amount,
      currency,
      account: accountID && accountIdSpelling(accountID),
      transactionType,
      authorizationType,
    }),
  };
}

/** An amount with more decimals than its currency has would match no band, and so be ignored. */
function amountErrors(amount: string | undefined, currency: Currency | undefined): readonly FieldError[] {
  if (amount === undefined) return [];
  if (amount.startsWith('-')) return [fieldErrorAt(['amount'], 'minimum', 'query')];
  return currency === undefined || parseMoney({ currency, amount }) !== undefined
    ? []
    : [fieldErrorAt(['amount'], 'format', 'query')];
}

export function toLevelsResponse(
  shown: readonly ShownLevels[],
  { query }: RequestOf<typeof getAuthorizationLevels>,
): ResponseOf<typeof getAuthorizationLevels> {
  const { accountID, amount, authorizationType, bankId, currency, identifier, transactionType } = query;
  const searchCriteria = {
    identifier,
    bankID: bankId,
    ...omitUndefined({
      // Echo only; no decision depends on it.
      amount: amount === undefined ? undefined : Number(amount),
      ccy: currency,
      accountID,
      transactionType,
      authorizationType,
    }),
  };
  return {
    status: 200,
    body: shown.map(({ authorizationType: type, enforceHierarchy, levels }) => ({
      searchCriteria,
      Authorizations: {
        type,
        EnforceHierarchy: enforceHierarchy,
        levels: levels.map(({ account, authorizationCount, currency: of, level, names }) => ({
          level,
          authorizationCount,
          currency: of,
          account,
          users: names.map((one) => ({ name: one })),
        })),
      },
    })),
  };
}
