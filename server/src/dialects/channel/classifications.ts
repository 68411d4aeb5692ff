import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import { omitUndefined } from '#platform/kernel/members.ts';

const { Optional } = Type;

/** Policy value `classification-cache`. */
const cacheSeconds = 3_600;

const entry = {
  'schema-id': Type.String(),
  name: Type.String(),
  description: Type.String(),
};

const headers = { etag: 'Changes with the texts and values.', 'cache-control': 'For an hour.' };

/** Unsupported parts of the header are ignored. */
export const acceptLanguage = Type.Object({ 'accept-language': Optional(Type.String()) });

/** SPEC 000: the available lists. */
export const classificationListResponse = {
  200: {
    description: 'The lists, without their values.',
    body: Type.Object({ items: Type.Array(Type.Object(entry)) }),
    headers,
  },
} as const;

export const classificationParams = Type.Object({
  'schema-id': Type.String({ minLength: 1, maxLength: 64 }),
});

/** SPEC 000: one list with its values. */
export const classificationResponse = {
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
} as const;

type Headers = Readonly<Record<string, string>>;
interface ListResponse {
  readonly status: 200;
  readonly headers: Headers;
  readonly body: Type.Static<(typeof classificationListResponse)[200]['body']>;
}
interface SingleResponse {
  readonly status: 200;
  readonly headers: Headers;
  readonly body: Type.Static<(typeof classificationResponse)[200]['body']>;
}

export function toClassificationListResponse(schemas: readonly ClassificationSchema[]): ListResponse {
  const body = {
    items: schemas.map(({ id, name, description }) => ({ 'schema-id': id, name, description })),
  };
  return { status: 200, headers: cacheHeaders(body), body };
}

export function toClassificationResponse(schema: ClassificationSchema): SingleResponse {
  const body = {
    'schema-id': schema.id,
    name: schema.name,
    description: schema.description,
    values: schema.values.map((value) =>
      omitUndefined({
        literal: value.literal,
        code: value.code,
        description: value.description,
        'parent-literal': value.parentLiteral,
      }),
    ),
  };
  return { status: 200, headers: cacheHeaders(body), body };
}

/** Private caching only: the request carries a token, so shared caches must not store the response. */
function cacheHeaders(body: object): Headers {
  const tag = createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22);
  return {
    etag: `"${tag}"`,
    'cache-control': `private, max-age=${cacheSeconds}`,
    vary: 'accept-language',
  };
}
