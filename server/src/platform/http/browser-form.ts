import type { IncomingMessage } from 'node:http';
import { standardProblems } from '#platform/kernel/standard-problems.ts';

/** More than any form of ours needs; a passkey's answer is the longest of all. */
const bytesMax = 32_768;
const fieldsMax = 40;

/**
 * The fields of a form that a browser has sent from one of our own pages. Browsers say where a form was; what comes
 * from elsewhere, or does not say, is refused before it is read. Of two fields with one name neither is taken.
 */
export async function readBrowserForm(
  request: IncomingMessage,
  baseUrl: string,
): Promise<ReadonlyMap<string, string>> {
  if (!isFromOurPage(request, baseUrl)) throw standardProblems.forbidden();
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw standardProblems['unsupported-media-type']();
  const parameters = new URLSearchParams(await textOf(request));
  const names = [...parameters.keys()];
  if (names.length > fieldsMax) throw standardProblems['payload-too-large']();
  const single = names.filter((name) => parameters.getAll(name).length === 1);
  return new Map(single.map((name) => [name, plainText(parameters.get(name) ?? '')]));
}

/**
 * `Sec-Fetch-Site` cannot be set by a page. Our pages tell no referrer, and then browsers hide the origin as well:
 * it counts where it is told, and it must be told where nothing else is.
 */
function isFromOurPage({ headers }: IncomingMessage, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  const told = headers.origin === 'null' ? undefined : headers.origin;
  const isOwn = told === new URL(baseUrl).origin;
  if (site !== undefined && site !== 'same-origin') return false;
  return told === undefined ? site === 'same-origin' : isOwn;
}

/** Without signs that no keyboard has and no database takes. */
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
    // A browser that goes away in the middle is no trouble of ours, and nobody waits for the answer.
  } catch {
    throw standardProblems.invalid();
  }
  if (size > bytesMax) throw standardProblems['payload-too-large']();
  return Buffer.concat(chunks).toString('utf8');
}
