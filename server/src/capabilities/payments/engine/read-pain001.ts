import { documentReader } from '#platform/documents/document-reader.ts';
import type { Documents, DocumentTask } from '#platform/documents/documents.ts';
import type { Pain001Options, Pain001Result } from './pain001/pain001-message.ts';
import { xmlFault } from './pain001/xml-fault.ts';
import type { read } from './pain001-reader.ts';

const reader = documentReader<typeof read>(new URL('./pain001-reader.ts', import.meta.url));

/**
 * Reads a pain.001 in a thread. Throws `service-unavailable` or `too-many-requests` like `Documents.read`; everything
 * that is wrong with the document is a fault.
 */
export async function readPain001(
  documents: Documents,
  task: DocumentTask<Pain001Options>,
): Promise<Pain001Result> {
  const outcome = await documents.read(reader, task);
  return outcome.kind === 'read' ? outcome.result : { faults: [xmlFault(outcome)] };
}
