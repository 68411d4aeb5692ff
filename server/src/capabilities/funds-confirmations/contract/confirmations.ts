import Type from 'typebox';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import { accountReference } from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import { cardNumber } from './consents.ts';

const { Optional } = Type;

const confirmationsInterface: Interface = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: { name: 'funds-confirmations', description: 'Yes/no questions about the funds of an account.' },
  basePath: '/v1/funds-confirmations',
  dialect: xs2a,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};

export const confirmFunds = contract({
  interface: confirmationsInterface,
  access: callers({ tpp: { roles: ['PSP_IC'] } }),
  operationId: 'FundsConfirmation_Confirm',
  method: 'POST',
  path: '/v1/funds-confirmations',
  summary: 'Ask whether an account has the funds for an amount',
  description: 'Returns whether the account has the amount at this moment. Nothing is reserved.',
  request: {
    headers: Type.Object({
      'consent-id': Optional(Type.String({ minLength: 1, maxLength: 64 })),
      'psu-ip-address': Optional(Type.String({ maxLength: 140 })),
    }),
    body: {
      kind: 'json',
      schema: Type.Object(
        {
          account: accountReference,
          cardNumber,
          payee: Optional(Type.String({ minLength: 1, maxLength: 70 })),
          instructedAmount: Type.Object(
            {
              currency: Type.String({ pattern: '^[A-Z]{3}$' }),
              amount: Type.String({ pattern: '^[0-9]{1,14}(?:\\.[0-9]{1,3})?$' }),
            },
            { additionalProperties: false },
          ),
        },
        { additionalProperties: false },
      ),
      examples: {
        'a purchase': {
          account: { iban: 'DE40100100103307118608' },
          cardNumber: '525412******3241',
          payee: 'Bookshop',
          instructedAmount: { currency: 'EUR', amount: '123.50' },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Yes or no. Nothing is reserved on the account.',
      body: Type.Object({ fundsAvailable: Type.Boolean(), tppMessages: tppWarnings }),
    },
  },
  problems: [
    problems['question-faulty'],
    problems['not-agreed'],
    problems['card-invalid'],
    problems['consent-not-found'],
    problems['consent-invalid'],
    problems['consent-expired'],
    problems['questions-exceeded'],
    problems['core-away'],
  ],
  idempotency: 'none',
  rate: 'tpp-change',
  bodySize: 'small',
  source: 'addition',
});
