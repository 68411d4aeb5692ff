import type { DocumentErrorReason } from '#platform/xml/xml-error.ts';
import type { PaymentFault } from '../../domain/payment-fault.ts';

/** Why a document was not read; `time` and `memory` are limits of the thread. */
export interface XmlRefusal {
  readonly reason: DocumentErrorReason | 'time' | 'memory';
  readonly line: number;
}

const texts: Readonly<Record<XmlRefusal['reason'], string>> = {
  'not-well-formed': 'not well-formed',
  'too-large': 'the document is too large',
  encoding: 'only UTF-8 is allowed',
  version: 'only XML 1.0 is allowed',
  doctype: 'a document type is not allowed',
  instruction: 'a processing instruction is not allowed',
  cdata: 'a CDATA section is not allowed',
  comments: 'too many or too long comments',
  'text-interrupted': 'a comment within a text is not allowed',
  'text-too-long': 'a text is too long',
  'name-too-long': 'a name is too long',
  'too-deep': 'too many levels of elements',
  'too-many-marks': 'too many elements',
  'too-many-attributes': 'too many attributes',
  namespace: 'a prefix must have the same namespace in the whole document',
  time: 'reading takes too long',
  memory: 'reading takes too much memory',
};

/** Returns the only fault of a document that is not read. */
export function xmlFault({ line, reason }: XmlRefusal): PaymentFault {
  return { at: [], code: 'malformed', message: `XML, line ${line}: ${texts[reason]}.` };
}
