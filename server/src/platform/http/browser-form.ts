import type { IncomingMessage } from 'node:http';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** More than any form of ours needs; a passkey response is the longest. */
const bytesMax = 32_768;
const fieldsMax = 40;

/** Values of one field that a form may repeat. */
const valuesMax = 200;

/** Fields of a form. */
export interface BrowserForm {
  readonly fields: ReadonlyMap<string, string>;
  /** Values of the field that may occur several times, such as check boxes with one name, in the order of the form. */
  readonly repeated: readonly string[];
}

/**
 * Reads the fields of a form sent from one of our own pages. Browsers send the origin of a form; a form from another
 * origin, or without one, is refused before it is read. Of two fields with one name neither is accepted.
 */
export async function readBrowserForm(
  request: IncomingMessage,
  baseUrl: string,
): Promise<ReadonlyMap<string, string>> {
  return singleFields(await parametersOf(request, baseUrl));
}

/** Like `readBrowserForm`, for a form in which one named field may occur several times; it is in `repeated` only. */
export async function readRepeatingForm(
  request: IncomingMessage,
  { baseUrl, repeated: name }: { readonly baseUrl: string; readonly repeated: string },
): Promise<BrowserForm> {
  const parameters = await parametersOf(request, baseUrl);
  const repeated = parameters.getAll(name).map(plainText);
  if (repeated.length > valuesMax) throw standardProblems['payload-too-large']();
  parameters.delete(name);
  return { fields: singleFields(parameters), repeated };
}

function singleFields(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const names = [...parameters.keys()];
  if (names.length > fieldsMax) throw standardProblems['payload-too-large']();
  const single = names.filter((name) => parameters.getAll(name).length === 1);
  return new Map(single.map((name) => [name, plainText(parameters.get(name) ?? '')]));
}

async function parametersOf(request: IncomingMessage, baseUrl: string): Promise<URLSearchParams> {
  if (!isFromOurPage(request, baseUrl)) throw standardProblems.forbidden();
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw standardProblems['unsupported-media-type']();
  return new URLSearchParams(await textOf(request));
}

/**
 * `Sec-Fetch-Site` cannot be set by a page. Our pages send no referrer, in which case browsers hide the origin as well:
 * a sent origin must match, and it is required if nothing else is sent.
 */
function isFromOurPage({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const sentOrigin = headers.origin === 'null' ? undefined : headers.origin;
  const isOwn = sentOrigin === new URL(baseUrl).origin;
  if (site !== undefined && site !== 'same-origin') return false;
  return sentOrigin === undefined ? site === 'same-origin' : isOwn;
}

/** Removes control characters, which no keyboard produces and no database accepts. */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > bytesMax) break;
      chunks.push(bytes);
    }
    // A browser that disconnects in the middle is not an internal error, and no client waits for the response.
  } catch {
    throw standardProblems.invalid();
  }
  if (size > bytesMax) throw standardProblems['payload-too-large']();
  return Buffer.concat(chunks).toString('utf8');
}
