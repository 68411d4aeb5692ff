import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { publishedForm } from '#platform/http/published-form.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { callingContextMaxBytes, payloadMaxBytes } from '../domain/policy.ts';
import { authorizationTypes, transactionTypes } from '../domain/signing/rule.ts';
import { authorization, enumOf, literalOf } from './interface.ts';

const { Optional } = Type;

const signScope = 'authorization.sign';
const levelsRight = 'authorization.levels';

/** SPEC 002: evaluate-command. The reader of each text checks its size in bytes. */
const evaluateCommand = named(
  'SignableResource',
  'The resource that is signed.',
  Type.Object(
    {
      'resource-id': Type.String({ minLength: 1, maxLength: 100 }),
      'resource-kind': Optional(literalOf('resource-kinds')),
      payload: Optional(Type.String({ maxLength: payloadMaxBytes })),
      'calling-context': Optional(Type.String({ maxLength: callingContextMaxBytes })),
    },
    closed,
  ),
  {
    payload: 'The resource as text; its amount and accounts decide which rule applies.',
    'calling-context': 'Where the request comes from, as JSON text.',
  },
);

const evaluating = {
  interface: authorization,
  method: 'POST',
  idempotency: 'optional',
  rate: 'change',
  bodySize: 'large',
  source: 'S002',
  request: { body: evaluateCommand },
} as const;

export const evaluateSignatures = contract({
  ...evaluating,
  operationId: 'Authorization_EvaluateSignatures',
  path: '/v1/authorization/evaluate-signatures',
  summary: 'How far a resource is signed, for each alternative of its signing rule',
  description: 'Reports which signatures the resource has and which it still needs. It changes nothing.',
  access: callers({
    application: { scope: signScope },
    customer: { scope: signScope },
    delegate: { scope: signScope },
  }),
  idempotency: 'none',
  rate: 'read',
  problems: [],
  responses: {
    200: {
      description: 'One element for each alternative; the first one decides.',
      body: Type.Array(
        Type.Object({
          success: Type.Boolean(),
          reason: enumOf(['furfilled', 'additional-signatures-required']),
          signatures: Type.Array(
            Type.Object({ entity: Type.String(), required: Type.Integer(), existing: Type.Integer() }),
          ),
        }),
      ),
    },
  },
});

export const evaluateUser = contract({
  ...evaluating,
  operationId: 'Authorization_EvaluateUser',
  path: '/v1/authorization/evaluate-user',
  summary: 'Sign a resource, if the signing rules let the user',
  description:
    'Adds the signature of the signed-in user if a signing rule allows it. Each element of the response is one alternative of the rule.',
  access: callers({
    customer: { scope: signScope },
    delegate: { scope: signScope },
    employee: { role: signScope },
  }),
  problems: [standardProblems['step-up-required']],
  responses: {
    200: {
      description: 'One element for each alternative; signed when any of them has success true.',
      body: Type.Array(
        Type.Object({
          success: Type.Boolean(),
          reason: enumOf(['signature-accepted', 'user-already-signed', 'user-cannot-sign']),
        }),
      ),
    },
  },
});

const searchCriteria = named(
  'SearchCriteria',
  'The question that the element answers.',
  Type.Object({
    identifier: Type.String(),
    amount: Optional(Type.Number()),
    ccy: Optional(Type.String()),
    accountID: Optional(Type.String()),
    bankID: Type.String(),
    transactionType: Optional(enumOf(transactionTypes)),
    authorizationType: Optional(enumOf(authorizationTypes)),
  }),
);

/** SPEC 002: names of this operation are spelled as in the specification. */
export const getAuthorizationLevels = contract({
  interface: authorization,
  method: 'GET',
  operationId: 'Authorization_AuthorizationLevels_Get',
  path: '/v1/authorization/authorization-levels',
  summary: 'How many signatures a customer needs, and from whom',
  description:
    'Returns the ways in which a transaction of this customer and amount can be authorized, with the number of signatures on each level.',
  access: callers({
    application: { scope: levelsRight },
    customer: { scope: levelsRight },
    delegate: { scope: levelsRight },
    employee: { role: levelsRight },
  }),
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S002',
  request: {
    query: Type.Object({
      identifier: Type.String({ pattern: '^[A-Za-z0-9-]{1,35}$' }),
      bankId: enumOf(['01', '02']),
      // A decimal text: a binary fraction could change the amount.
      amount: Optional(
        Type.String({
          pattern: '^-?[0-9]{1,14}(\\.[0-9]{1,4})?$',
          [publishedForm]: { type: 'number', minimum: 0 },
        }),
      ),
      currency: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
      accountID: Optional(Type.String({ minLength: 1, maxLength: 70 })),
      transactionType: Optional(enumOf(transactionTypes)),
      authorizationType: Optional(enumOf(authorizationTypes)),
    }),
  },
  responses: {
    200: {
      description: 'One element for each way to authorize, fewest signatures first.',
      body: Type.Array(
        Type.Object({
          searchCriteria,
          Authorizations: Type.Object({
            type: enumOf(authorizationTypes),
            EnforceHierarchy: Type.Boolean(),
            levels: Type.Array(
              Type.Object({
                level: Type.Integer(),
                authorizationCount: Type.Integer(),
                currency: Type.String(),
                account: Type.String(),
                users: Type.Array(Type.Object({ name: Type.String() })),
              }),
            ),
          }),
        }),
      ),
    },
  },
});
