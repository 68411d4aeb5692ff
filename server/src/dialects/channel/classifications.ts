import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { LocalizedClassification, TextLanguage } from '#platform/kernel/classification.ts';
import { preferredLanguages } from '#platform/kernel/language.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';

const { Optional } = Type;

/** Policy value `classification-cache`. */
const cacheSeconds = 3_600;

const entry = {
  'schema-id': Type.String(),
  name: Type.String(),
  description: Type.String(),
};

const headers = {
  etag: 'Changes with the texts and values; each language has its own.',
  'cache-control': 'For an hour.',
  'content-language': 'The language chosen, and those of texts that the bank has not translated.',
};

/** Unsupported parts of the header are ignored. */
export const acceptLanguage = Type.Object({ 'accept-language': Optional(Type.String()) });
type AcceptLanguage = Type.Static<typeof acceptLanguage>;

/** Reads what a caller asks of the lists. */
export function toClassificationsQuery({ headers: sent }: { readonly headers: AcceptLanguage }): {
  readonly preferred: readonly string[];
} {
  return { preferred: preferredLanguages(sent['accept-language']) };
}

/** Reads what a caller asks of one list. */
export function toClassificationQuery({
  headers: sent,
  params,
}: {
  readonly headers: AcceptLanguage;
  readonly params: Type.Static<typeof classificationParams>;
}): { readonly schemaId: string; readonly preferred: readonly string[] } {
  return { schemaId: params['schema-id'], preferred: preferredLanguages(sent['accept-language']) };
}

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
          // GAP: how a caller recognizes a value that has ended, which stored data may still have. ADR-0163
          'valid-until': Optional(
            Type.String({
              format: 'date-time',
              description: 'The last moment at which new data may use the value; absent if there is none.',
            }),
          ),
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

export function toClassificationListResponse(
  classifications: readonly LocalizedClassification[],
): ListResponse {
  const body = {
    items: classifications.map(({ id, name, description }) => ({ 'schema-id': id, name, description })),
  };
  const languages = [...new Set(classifications.flatMap((one) => one.languages))];
  return { status: 200, headers: headersOf(body, languages), body };
}

export function toClassificationResponse({
  description,
  id,
  languages,
  name,
  values,
}: LocalizedClassification): SingleResponse {
  const body = {
    'schema-id': id,
    name,
    description,
    values: values.map((value) =>
      omitUndefined({
        literal: value.literal,
        code: value.code,
        description: value.description,
        'parent-literal': value.parentLiteral,
        'valid-until': mapDefined(value.validUntil, toWireTimestamp),
      }),
    ),
  };
  return { status: 200, headers: headersOf(body, languages), body };
}

/** Private caching only: the request carries a token, so shared caches must not store the response. */
function headersOf(body: object, languages: readonly TextLanguage[]): Headers {
  const language = languages.join(', ');
  const tag = createHash('sha256')
    .update(JSON.stringify([language, body]))
    .digest('base64url')
    .slice(0, 22);
  return {
    etag: `"${tag}"`,
    'cache-control': `private, max-age=${cacheSeconds}`,
    ...(language === '' ? {} : { 'content-language': language }),
    // An application with several banks names one of them for each request; the values are those of this bank.
    vary: 'accept-language, x-bank-id',
  };
}
