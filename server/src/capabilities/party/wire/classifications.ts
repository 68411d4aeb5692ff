import { createHash } from 'node:crypto';
import type { AnswerOf } from '#platform/http/contract.ts';
import type { getClassification, listClassifications } from '../contract/classifications.ts';
import type { ClassificationSchema } from '../domain/classifications.ts';
import { classificationCacheSeconds } from '../domain/policy.ts';
import { given } from './members.ts';

export function toClassificationListAnswer(
  schemas: readonly ClassificationSchema[],
): AnswerOf<typeof listClassifications> {
  const body = {
    items: schemas.map(({ id, name, description }) => ({ 'schema-id': id, name, description })),
  };
  return { status: 200, headers: cacheHeaders(body), body };
}

export function toClassificationAnswer(schema: ClassificationSchema): AnswerOf<typeof getClassification> {
  const body = {
    'schema-id': schema.id,
    name: schema.name,
    description: schema.description,
    values: schema.values.map((value) =>
      given({
        literal: value.literal,
        code: value.code,
        description: value.description,
        'parent-literal': value.parentLiteral,
      }),
    ),
  };
  return { status: 200, headers: cacheHeaders(body), body };
}

/** Kept by whoever asked: the request carried a token, so what lies between must not answer for us. */
function cacheHeaders(body: object): Readonly<Record<string, string>> {
  const tag = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22);
  return {
    etag: `"${tag}"`,
    'cache-control': `private, max-age=${classificationCacheSeconds}`,
    vary: 'accept-language',
  };
}
