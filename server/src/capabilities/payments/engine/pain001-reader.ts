import { readDocument } from '#platform/xml/read-document.ts';
import { XmlError } from '#platform/xml/xml-error.ts';
import { createFaultList, ReadingStopped } from './pain001/fault-list.ts';
import { createMessageReader } from './pain001/message-reader.ts';
import type { Pain001Options, Pain001Result } from './pain001/pain001-message.ts';
import { xmlFault } from './pain001/xml-fault.ts';

/** Reads a pain.001 with every fault of the document. Runs in a thread: see read-pain001.ts. */
export function read(bytes: Uint8Array, options: Pain001Options): Pain001Result {
  const faults = createFaultList();
  const reader = createMessageReader(options, faults);
  try {
    return reader.result(readDocument(bytes, reader.visitors));
  } catch (error) {
    if (error instanceof ReadingStopped) return { faults: faults.all() };
    // What was found before is left out: elements of a document that is not XML mean nothing.
    if (error instanceof XmlError) return { faults: [xmlFault(error)] };
    throw error;
  }
}
