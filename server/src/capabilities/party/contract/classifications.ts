import {
  acceptLanguage,
  classificationListResponse,
  classificationParams,
  classificationResponse,
} from '#dialects/channel/classifications.ts';
import { anyToken } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { party } from './interface.ts';

const path = '/v1/party/classifications';

// GAP: S000 names classification endpoints without showing them. The shapes of correspondence; for every token. ADR-0028
const classification = {
  interface: party,
  method: 'GET',
  access: anyToken,
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'addition',
} as const;

export const listClassifications = contract({
  ...classification,
  operationId: 'Party_Classifications_GetList',
  path,
  summary: 'List the classifications that members of this interface use',
  description:
    'Lists of literals, such as occupations and countries, that members of this interface take their values from. Cache them by `ETag`.',
  request: { headers: acceptLanguage },
  responses: classificationListResponse,
});

export const getClassification = contract({
  ...classification,
  operationId: 'Party_Classifications_Get',
  path: `${path}/{schema-id}`,
  summary: 'Get one classification with its values',
  description: 'The literals of one list with their names in the language of `Accept-Language`.',
  request: { params: classificationParams, headers: acceptLanguage },
  responses: classificationResponse,
});
