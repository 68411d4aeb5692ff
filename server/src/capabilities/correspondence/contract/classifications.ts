import {
  acceptLanguage,
  classificationListResponse,
  classificationParams,
  classificationResponse,
} from '#dialects/channel/classifications.ts';
import { anyToken } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { correspondence } from './interface.ts';

const path = '/v1/correspondence/classifications';

const classification = {
  interface: correspondence,
  method: 'GET',
  access: anyToken,
  problems: [],
  idempotency: 'none',
  rate: 'read',
  source: 'S000',
} as const;

export const listClassifications = contract({
  ...classification,
  operationId: 'Correspondence_Classifications_GetList',
  path,
  summary: 'Classifications of this interface and of the interfaces without their own',
  description:
    'Lists of literals that members of these interfaces take their values from. Cache them by `ETag`.',
  request: { headers: acceptLanguage },
  responses: classificationListResponse,
});

export const getClassification = contract({
  ...classification,
  operationId: 'Correspondence_Classifications_Get',
  path: `${path}/{schema-id}`,
  summary: 'One classification with its values',
  description: 'The literals of one list with their names in the language of `Accept-Language`.',
  request: { params: classificationParams, headers: acceptLanguage },
  responses: classificationResponse,
});
