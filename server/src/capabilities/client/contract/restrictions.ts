import Type from 'typebox';
import { callers } from '#platform/auth/access.ts';
import { classMember } from '#platform/http/class-members.ts';
import { contract } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { clientClassifications } from '../domain/classifications.ts';
import { nextSteps, reportStates } from '../domain/restrictions/fraud-report.ts';
import { restrictionKinds, restrictionStates } from '../domain/restrictions/restriction.ts';
import { problems } from '../problems.ts';
import { clientInterface } from './client-interface.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;

const clientNumber = Type.String({
  minLength: 1,
  maxLength: 35,
  description: 'Required of employees and applications; customers act for themselves and must not send it.',
});

const scopeValues = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: 50,
  uniqueItems: true,
});

const restriction = named(
  'Restriction',
  'A restriction of what the client can do.',
  Type.Object({
    restrictionId: Type.String(),
    kind: Type.Enum([...restrictionKinds]),
    status: Type.Enum([...restrictionStates]),
    setAt: Type.String({ format: 'date-time' }),
    expiresAt: Optional(Type.String({ format: 'date-time' })),
  }),
);

// SPEC 000: POST /restrictions. PSD2 art. 70(1)(c): it stays open during maintenance.
export const setRestriction = contract({
  operationId: 'Client_SetRestriction',
  interface: clientInterface,
  method: 'POST',
  path: '/api/v1/restrictions',
  summary: 'Restrict what a client can do',
  description:
    'Restricts payments, cards or access of a client from now on. A customer can restrict more, but only the bank lifts some kinds.',
  access: callers({
    customer: { scope: 'restriction' },
    employee: { role: 'restriction' },
    application: { scope: 'restriction' },
  }),
  request: {
    body: Type.Object(
      {
        kind: Type.Enum([...restrictionKinds]),
        scope: Optional(
          Type.Object(
            {
              accounts: Optional(scopeValues),
              cards: Optional(scopeValues),
              devices: Optional(scopeValues),
            },
            { ...closed, description: 'What it concerns; without members, everything of the client.' },
          ),
        ),
        reason: classMember(clientClassifications, 'restriction-reasons'),
        note: Optional(Type.String({ maxLength: 500 })),
        expiresAt: Optional(
          Type.String({
            format: 'date-time',
            description: 'Of customers: at most 90 days from now, which is the default; none with stolen.',
          }),
        ),
        clientNumber: Optional(clientNumber),
      },
      closed,
    ),
  },
  responses: {
    200: { description: 'The client has this restriction already.', body: restriction },
    201: {
      description: 'The restriction was set.',
      body: restriction,
      headers: { location: 'Names the restriction.' },
    },
  },
  problems: [problems['restriction-kind-not-allowed']],
  bodySize: 'medium',
  idempotency: 'required',
  rate: 'change',
  duringMaintenance: 'open',
  source: 'S000',
});

// SPEC 000: POST /restrictions/report-suspected-fraud.
export const reportSuspectedFraud = contract({
  operationId: 'Client_ReportSuspectedFraud',
  interface: clientInterface,
  method: 'POST',
  path: '/api/v1/restrictions/report-suspected-fraud',
  summary: 'Report suspected fraud, and block payments at once',
  description:
    'Blocks payments at once unless `blockNow` is false, and tells the fraud desk of the bank. The response names the next steps.',
  access: callers({
    customer: { scope: 'fraud.report', assurance: '1fa' },
    employee: { role: 'fraud.report' },
    application: { scope: 'fraud.report' },
  }),
  request: {
    body: Type.Object(
      {
        category: classMember(clientClassifications, 'fraud-categories'),
        description: Optional(Type.String({ maxLength: 2_000 })),
        transactionReferences: Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 }),
        ),
        occurredAt: Optional(Type.String({ format: 'date-time' })),
        contactPhone: Optional(Type.String({ minLength: 1, maxLength: 40 })),
        blockNow: Optional(Type.Boolean({ description: 'Default: true.' })),
        clientNumber: Optional(clientNumber),
      },
      closed,
    ),
  },
  responses: {
    201: {
      description: 'The report was received.',
      body: Type.Object({
        reportId: Type.String(),
        status: Type.Enum([...reportStates]),
        restrictionIds: Type.Array(Type.String()),
        nextSteps: Type.Array(Type.Enum([...nextSteps])),
      }),
      headers: { location: 'Names the report.' },
    },
  },
  problems: [],
  idempotency: 'required',
  rate: 'change',
  duringMaintenance: 'open',
  source: 'S000',
});
