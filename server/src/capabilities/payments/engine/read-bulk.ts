import { documentReader } from '#platform/documents/document-reader.ts';
import type { Documents, DocumentTask } from '#platform/documents/documents.ts';
import type { BulkOptions, BulkResult } from './bulk/bulk-reading.ts';
import type { read as readJson } from './bulk-json-reader.ts';
import type { read as readPain001 } from './bulk-pain001-reader.ts';
import { xmlFault } from './pain001/xml-fault.ts';

const readers = {
  'application/json': documentReader<typeof readJson>(new URL('./bulk-json-reader.ts', import.meta.url)),
  'application/xml': documentReader<typeof readPain001>(new URL('./bulk-pain001-reader.ts', import.meta.url)),
} as const;

/**
 * Reads, checks and packs a bulk in a thread: neither ten thousand payments of JSON nor their rules may delay other
 * requests. Throws `service-unavailable` or `too-many-requests` like `Documents.read`.
 */
export async function readBulk(
  documents: Documents,
  mediaType: keyof typeof readers,
  task: DocumentTask<BulkOptions>,
): Promise<BulkResult> {
  const outcome = await documents.read(readers[mediaType], task);
  if (outcome.kind === 'read') return outcome.result;
  const { at, code, message } = xmlFault(outcome);
  return {
    kind: 'faulty',
    fieldErrors: [{ part: 'body', path: at, code, message }],
    areDates: false,
  };
}
