import Type from 'typebox';
import { xs2aParameters } from '#dialects/xs2a/parameter-texts.ts';
import { accountReference, links } from '#dialects/xs2a/schema-parts.ts';
import { tppWarnings } from '#dialects/xs2a/warnings.ts';
import { xs2aVerifications } from '#dialects/xs2a/xs2a-verifications.ts';
import { callers } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { bulkStatuses } from './domain/bulk.ts';
import { matchCodes } from './domain/matching/match-result.ts';
import { organisationSchemes } from './domain/payee.ts';
import { problems } from './problems.ts';

const { Optional } = Type;
const closed = { additionalProperties: false } as const;

const verifications: Omit<Interface, 'basePath'> = {
  name: 'xs2a',
  title: 'XS2A for third-party providers',
  tag: { name: 'payee-verifications', description: 'Whether a payee holds an account.' },
  dialect: xs2aVerifications,
  parameters: xs2aParameters,
  duringMaintenance: 'closed',
};
const payeePath = '/v1/payee-verifications';
const bulkPath = '/v1/bulk-payee-verifications';
const payeeInterface: Interface = { ...verifications, basePath: payeePath };
const bulkInterface: Interface = { ...verifications, basePath: bulkPath };

/** SPEC xs2a-2026 5: roles of VP1 to VP4. */
const access = callers({ tpp: { roles: ['PSP_PI', 'PSP_AS', 'VOP_RS'] } });

/** SPEC xs2a-2026 1.2: bodies are neither signed nor encrypted by profiles of their own. */
const headers = {
  'api-contract-id': Optional(Type.String({ format: 'uuid' })),
  'body-sig-profile': Optional(Type.String({ maxLength: 500 })),
  'body-enc-profile': Optional(Type.String({ maxLength: 500 })),
  'body-enc-list': Optional(Type.String({ maxLength: 500 })),
} as const;
const versionHeaders = { 'x-reference-api-version': 'Version of the standard.' } as const;

const text35 = Type.String({ minLength: 1, maxLength: 35 });
const bic = Type.String({ pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$' });

const organisationId = named(
  'OrganisationId',
  'An organisation by one of its identifiers.',
  Type.Object(
    {
      anyBIC: Optional(bic),
      lei: Optional(Type.String({ pattern: '^[A-Z0-9]{18}[0-9]{2}$' })),
      others: Optional(
        Type.Array(
          Type.Object(
            {
              identification: text35,
              schemeNameCode: Optional(Type.Enum([...organisationSchemes])),
              schemeNameProprietary: Optional(text35),
              issuer: Optional(text35),
            },
            closed,
          ),
          { maxItems: 10 },
        ),
      ),
    },
    closed,
  ),
);

const partyMembers = {
  name: Optional(Type.String({ minLength: 1, maxLength: 140 })),
  identification: Optional(
    Type.Object(
      {
        organisationId: Optional(organisationId),
        privateId: Optional(
          Type.Object({}, { description: 'Not offered: identifiers of persons are not compared.' }),
        ),
      },
      closed,
    ),
  ),
} as const;

const agent = named(
  'PayeeBank',
  'The bank of the payee.',
  Type.Object(
    {
      financialInstitutionId: Type.Object(
        {
          bicfi: Optional(bic),
          lei: Optional(Type.String({ maxLength: 20 })),
          name: Optional(Type.String({ maxLength: 140 })),
        },
        closed,
      ),
    },
    closed,
  ),
);

const payeeMembers = {
  partyAccount: accountReference,
  party: Type.Object(partyMembers, closed),
  partyAgent: Optional(agent),
} as const;

const uetr = Type.String({ format: 'uuid' });
const code = Type.Enum([...matchCodes]);
const resultMembers = {
  partyNameMatch: Optional(code),
  partyIdMatch: Optional(Type.Enum(['MTCH', 'NMTC', 'NOAP'])),
  matchedName: Optional(
    Type.String({ maxLength: 140, description: 'Name of the holder; only with a close match.' }),
  ),
  additionalInformation: Optional(Type.String({ maxLength: 500 })),
} as const;

const sample = {
  partyAccount: { iban: 'DE40100100103307118608' },
  party: { name: 'Anna Schmidt' },
};

export const verifyPayee = contract({
  interface: payeeInterface,
  access,
  operationId: 'PayeeVerification_Verify',
  method: 'POST',
  path: payeePath,
  summary: 'Verify whether a payee holds an account',
  description:
    'Compares the name that the payer typed with that of the account holder before a payment. The result is a match, a close match with the right name, no match, or that it was not possible.',
  request: {
    headers: Type.Object({ ...headers, 'accept-language': Optional(Type.String({ maxLength: 500 })) }),
    body: {
      kind: 'json',
      schema: Type.Object(
        {
          ...payeeMembers,
          unstructuredRemittanceInformation: Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 140 }), { maxItems: 10 }),
          ),
          requestingAgent: Optional(agent),
        },
        closed,
      ),
      examples: { 'a name': sample },
    },
  },
  responses: {
    200: {
      description: 'The result.',
      body: Type.Object({ ...resultMembers, tppMessages: tppWarnings }),
      headers: versionHeaders,
    },
  },
  problems: [
    problems['payee-faulty'],
    problems['parameter-not-supported'],
    problems['requests-exceeded'],
    problems['names-exceeded'],
    problems['close-matches-exceeded'],
  ],
  // A question, not an order: asked again, it is answered again.
  idempotency: 'none',
  rate: 'tpp-change',
  source: 'addition',
});

export const verifyBulk = contract({
  interface: bulkInterface,
  access,
  operationId: 'BulkPayeeVerification_Verify',
  method: 'POST',
  path: bulkPath,
  summary: 'Verify a list of payees',
  description:
    'Verifies many payees. A short list gets its results at once; a long one is accepted (202) and its results are read later.',
  request: {
    headers: Type.Object({
      ...headers,
      'client-asynchronous-process-preferred': Optional(Type.Enum(['true', 'false'])),
    }),
    body: {
      kind: 'json',
      schema: Type.Object(
        {
          partyVerificationRequests: Type.Array(Type.Object({ uetr, ...payeeMembers }, closed), {
            minItems: 1,
          }),
          requestingAgent: Optional(agent),
        },
        closed,
      ),
      examples: {
        'one payee': {
          partyVerificationRequests: [{ uetr: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721', ...sample }],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The results of a short list.',
      body: Type.Object({
        vopBulkStatus: Type.Enum([...bulkStatuses]),
        partyVerificationResponses: Type.Array(Type.Object({ uetr, ...resultMembers })),
        tppMessages: tppWarnings,
      }),
      headers: versionHeaders,
    },
    202: {
      description: 'The list is verified later.',
      body: Type.Object({
        vopBulkStatus: Type.Enum([...bulkStatuses]),
        vopBulkId: Type.String(),
        _links: links,
        tppMessages: tppWarnings,
      }),
      headers: { ...versionHeaders, location: 'Path of the list.' },
    },
  },
  problems: [
    problems['payee-faulty'],
    problems['parameter-not-supported'],
    problems['requests-exceeded'],
    problems['close-matches-exceeded'],
  ],
  idempotency: 'required',
  rate: 'tpp-change',
  bodySize: 'large',
  source: 'addition',
});

const bulkParams = Type.Object({ vopBulkId: Type.String({ maxLength: 64 }) });
const bulkHeaders = Type.Object({ 'api-contract-id': headers['api-contract-id'] });

export const getBulk = contract({
  interface: bulkInterface,
  access,
  operationId: 'BulkPayeeVerification_Get',
  method: 'GET',
  path: `${bulkPath}/{vopBulkId}`,
  summary: 'Read the results of a list',
  description: 'The results, once the list is verified; until then only its status.',
  request: { params: bulkParams, headers: bulkHeaders },
  responses: {
    200: {
      description: 'The list with the results so far.',
      body: Type.Object({
        vopBulkId: Type.String(),
        vopBulkStatus: Type.Enum([...bulkStatuses]),
        partyVerificationRequestsAndResults: Type.Array(
          Type.Object({
            uetr,
            partyAccount: Type.Object({ iban: Type.String() }),
            party: Type.Object(partyMembers),
            partyAgent: Optional(agent),
            ...resultMembers,
          }),
        ),
        tppMessages: tppWarnings,
      }),
      headers: versionHeaders,
    },
  },
  problems: [problems['bulk-unknown'], problems['bulk-expired']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'addition',
});

export const getBulkStatus = contract({
  interface: bulkInterface,
  access,
  operationId: 'BulkPayeeVerification_GetStatus',
  method: 'GET',
  path: `${bulkPath}/{vopBulkId}/status`,
  summary: 'Read the status of a list',
  description: 'Whether the results can be read. Poll it instead of reading the results.',
  request: { params: bulkParams, headers: bulkHeaders },
  responses: {
    200: {
      description: 'Its status.',
      body: Type.Object({
        vopBulkId: Type.String(),
        vopBulkStatus: Type.Enum([...bulkStatuses]),
        tppMessages: tppWarnings,
      }),
      headers: versionHeaders,
    },
  },
  problems: [problems['bulk-unknown'], problems['bulk-expired']],
  idempotency: 'none',
  rate: 'tpp-read',
  source: 'addition',
});
