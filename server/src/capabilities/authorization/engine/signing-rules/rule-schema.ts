import assert from 'node:assert/strict';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { Temporal } from 'temporal-polyfill';
import Type, { type Static } from 'typebox';
import { literalLengthMax, literalPattern } from '#platform/kernel/classification.ts';
import { isCurrency } from '#platform/kernel/currency.ts';
import { isUnsignedAmount } from '#platform/kernel/money.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import {
  anyValue,
  authorizationTypes,
  entityLevels,
  ruleStatuses,
  transactionTypes,
  withinDaysMax,
} from '../../domain/signing/rule.ts';

/** An error in an imported rule, and its JSON pointer in the document. */
export interface RuleError {
  readonly path: string;
  readonly error: RuleErrorCode;
}

export type RuleErrorCode =
  | (typeof codes)[keyof typeof codes]
  | 'band-is-empty'
  | 'validity-is-empty'
  | 'combination-not-allowed'
  | 'entity-twice';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;
const alternativesMax = 16;
const requirementsMax = 16;
const requiredMax = 99;
const versionMax = 2_147_483_647;

const requirement = Type.Object(
  {
    level: Type.Integer({ minimum: 1, maximum: requirementsMax }),
    'entity-level': Type.Enum([...entityLevels]),
    'entity-id': Type.String({ pattern: '^[^\\s:\\p{C}](?:[^\\p{C}:]{0,98}[^\\s:\\p{C}])?$' }),
    required: Type.Integer({ minimum: 1, maximum: requiredMax }),
    'distinct-group': Optional(Type.Boolean()),
  },
  closed,
);

const rule = Type.Object(
  {
    'rule-id': Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}$' }),
    version: Type.Integer({ minimum: 1, maximum: versionMax }),
    status: Type.Enum([...ruleStatuses]),
    'valid-from': Type.String({ format: 'time' }),
    'valid-until': Optional(Type.String({ format: 'time' })),
    'bank-id': Type.String({ pattern: '^[a-z0-9]{2,8}$' }),
    owner: Type.String({ pattern: '^(?:\\*|[A-Za-z0-9][A-Za-z0-9._\\-]{0,34})$' }),
    mandatory: Optional(Type.Boolean()),
    'resource-kind': Type.String({ maxLength: literalLengthMax, pattern: `^\\*$|${literalPattern}` }),
    'authorization-type': Optional(Type.Enum([...authorizationTypes])),
    'transaction-type': Optional(Type.Enum([...transactionTypes])),
    account: Optional(Type.String({ pattern: '^(?:\\*|[A-Za-z0-9][A-Za-z0-9._\\-]{0,69})$' })),
    currency: Type.String({ format: 'currency-or-any' }),
    'reference-currency': Optional(Type.String({ format: 'currency' })),
    'amount-from': Type.String({ format: 'amount' }),
    'amount-to': Optional(Type.String({ format: 'amount-or-open' })),
    'within-days': Optional(Type.Integer({ minimum: 1, maximum: withinDaysMax })),
    'enforce-hierarchy': Optional(Type.Boolean()),
    'initiator-may-sign': Optional(Type.Boolean()),
    'collection-validity': Optional(Type.String({ format: 'duration' })),
    alternatives: Type.Array(Type.Array(requirement, { minItems: 1, maxItems: requirementsMax }), {
      minItems: 1,
      maxItems: alternativesMax,
    }),
  },
  closed,
);

/** A rule with the member names of the specification; SPEC channel-interfaces 9.1. */
export type RuleDocument = Static<typeof rule>;
export type RequirementDocument = Static<typeof requirement>;

// Months and years have no fixed length, so two of them could not be compared.
const durationShape = /^P(?=[0-9T])(?:[0-9]{1,4}D)?(?:T(?=[0-9])(?:[0-9]{1,4}H)?(?:[0-9]{1,4}M)?)?$/;

// All errors, so that one import reports all of them. Inherited members are ignored.
const ajv = new Ajv2020({
  allErrors: true,
  ownProperties: true,
  formats: {
    time: (text: string) => parseTimestamp(text) !== undefined,
    duration: (text: string) => durationShape.test(text) && !Temporal.Duration.from(text).blank,
    amount: isUnsignedAmount,
    // An empty text is an open end, as an absent one.
    'amount-or-open': (text: string) => text === '' || isUnsignedAmount(text),
    currency: isCurrency,
    'currency-or-any': (text: string) => text === anyValue || isCurrency(text),
  },
});
const isRule = ajv.compile<RuleDocument>(rule);

/** The code of an error, by its type or format, otherwise by its keyword. */
const codes = {
  object: 'not-an-object',
  array: 'not-a-list',
  string: 'not-a-text',
  boolean: 'not-a-truth-value',
  integer: 'not-a-count',
  time: 'not-a-time',
  duration: 'not-a-duration',
  amount: 'not-an-amount',
  'amount-or-open': 'not-an-amount',
  currency: 'not-a-currency',
  'currency-or-any': 'not-a-currency',
  required: 'missing',
  additionalProperties: 'unknown-member',
  enum: 'not-a-literal',
  pattern: 'text-shape',
  maxLength: 'text-shape',
  minimum: 'not-a-count',
  maximum: 'not-a-count',
  minItems: 'list-length',
  maxItems: 'list-length',
} as const;

/** Returns the rule, or all its errors. */
export function checkRule(value: unknown, path: string): RuleDocument | readonly RuleError[] {
  if (isRule(value)) return value;
  return (isRule.errors ?? []).map((error) => errorOf(error, path));
}

/** What Ajv adds to an error, depending on its keyword. */
type Details = Readonly<
  Partial<Record<'additionalProperty' | 'format' | 'missingProperty' | 'type', string>>
>;

function errorOf({ instancePath, keyword, params }: ErrorObject<string, Details>, path: string): RuleError {
  const member = params.missingProperty ?? params.additionalProperty;
  const code = params.type ?? params.format ?? keyword;
  assert(isKnown(code), 'every keyword of the schema has a code');
  return { path: `${path}${instancePath}${member === undefined ? '' : `/${member}`}`, error: codes[code] };
}

function isKnown(code: string): code is keyof typeof codes {
  return Object.hasOwn(codes, code);
}
