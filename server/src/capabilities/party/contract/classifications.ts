import Type from 'typebox';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { party } from './interface.ts';

const { Optional } = Type;
const path = '/v1/party/classifications';

const entry = {
  'schema-id': Type.String(),
  name: Type.String(),
  description: Type.String(),
};

const headers = { etag: 'Changes with the texts and values.', 'cache-control': 'For an hour.' };

// GAP: S000 names classification endpoints without showing them. The shapes of correspondence; for every token. ADR-0028
const classification = {
  interface: party,
  method: 'GET',
  access: callers({
    application: { scope: 'party.read' },
    employee: { role: 'party.read' },
    customer: { scope: 'party.read' },
  }),
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
} as const;

// What cannot be understood in it is ignored.
const acceptLanguage = Type.Object({ 'accept-language': Optional(Type.String()) });

export const listClassifications = contract({
  ...classification,
  operationId: 'Party_Classifications_GetList',
  path,
  summary: 'Lists of values that members of this interface take',
  request: { headers: acceptLanguage },
  responses: {
    200: {
      description: 'The lists, without their values.',
      body: Type.Object({ items: Type.Array(Type.Object(entry)) }),
      headers,
    },
  },
});

export const getClassification = contract({
  ...classification,
  operationId: 'Party_Classifications_Get',
  path: `${path}/{schema-id}`,
  summary: 'One list with its values',
  request: {
    params: Type.Object({ 'schema-id': Type.String({ minLength: 1, maxLength: 64 }) }),
    headers: acceptLanguage,
  },
  responses: {
    200: {
      description: 'The list with its values.',
      body: Type.Object({
        ...entry,
        values: Type.Array(
          Type.Object({
            literal: Type.String(),
            code: Type.String(),
            description: Type.String(),
            'parent-literal': Optional(Type.String()),
          }),
        ),
      }),
      headers,
    },
  },
});
