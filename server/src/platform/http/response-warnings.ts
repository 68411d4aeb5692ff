import type { TSchema } from 'typebox';
import type { HttpResponse } from '#platform/kernel/http-response.ts';
import { type Contract, documentContent } from './contract.ts';
import type { RequestFacts, RequestHeaders } from './dialect.ts';

/**
 * Adds what the checks of the caller and of the headers warn about to a successful response whose contract declares a
 * place for it. Done when the response is sent: one that is stored and sent again has the warnings of that later request.
 */
export function withWarnings(
  response: HttpResponse,
  contract: Contract,
  { factsOf, headers }: { readonly factsOf: () => RequestFacts; readonly headers: RequestHeaders },
): HttpResponse {
  const { warnings } = contract.interface.dialect;
  if (warnings === undefined) return response;
  const messages = warnings.messagesFor(headers, factsOf());
  if (messages.length === 0) return response;
  const { body } = response;
  if (response.status >= 300 || typeof body !== 'object' || body === null) return response;
  if (!hasMember(schemaOf(contract, response), warnings.member)) return response;
  const before: unknown = Reflect.get(body, warnings.member);
  const own: readonly unknown[] = Array.isArray(before) ? before : [];
  return {
    ...response,
    body: { ...body, [warnings.member]: [...own, ...messages] },
  };
}

function schemaOf({ responses }: Contract, { mediaType, status }: HttpResponse): TSchema | undefined {
  const declared = responses[status];
  const content = mediaType === undefined ? declared?.body : declared?.content?.[mediaType];
  return content === documentContent ? undefined : content;
}

function hasMember(schema: TSchema | undefined, member: string): boolean {
  const properties: unknown = schema === undefined ? undefined : Reflect.get(schema, 'properties');
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, member);
}
