import type { Json } from './document.ts';
import type { Example } from './example.ts';

const success = 'success';
const errorStatusMin = 400;
const jsonType = 'application/json';

/** Adds the bodies of the first successful example of an operation to its request and its response. */
export function withExamples(operation: Json, examples: readonly Example[] = []): Json {
  const example = examples.find(({ response: { status } }) => status < errorStatusMin);
  if (example === undefined) return operation;
  return { ...operation, ...requestWith(operation, example), ...responsesWith(operation, example) };
}

function requestWith({ requestBody }: Json, { request: { body, headers } }: Example): Json {
  if (!isJson(requestBody) || body === undefined) return {};
  const type = headers?.['content-type'] ?? jsonType;
  return { requestBody: { ...requestBody, ...contentWith(requestBody, type, body) } };
}

function responsesWith({ responses }: Json, { response }: Example): Json {
  const { body, contentType = jsonType, status } = response;
  const declared = isJson(responses) ? responses[String(status)] : undefined;
  if (!isJson(responses) || !isJson(declared) || body === undefined) return {};
  const described = { ...declared, ...contentWith(declared, contentType, body) };
  return { responses: { ...responses, [String(status)]: described } };
}

/** Returns the content with one more example of a media type; a media type that is not declared has none. */
function contentWith({ content }: Json, type: string, value: unknown): Json {
  const media = isJson(content) ? content[type] : undefined;
  if (!isJson(content) || !isJson(media)) return {};
  const { examples } = media;
  const all = { ...(isJson(examples) ? examples : {}), [success]: { value } };
  return { content: { ...content, [type]: { ...media, examples: all } } };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
