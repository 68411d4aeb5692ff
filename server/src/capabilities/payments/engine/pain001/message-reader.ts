import {
  type Pain001Version,
  pain001Namespace,
  pain001VersionOf,
} from '#platform/iso20022/pain001-namespace.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Visitors } from '#platform/xml/element-tree.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { readBlock, readTransfer } from './block-reader.ts';
import { checkTotals } from './document-rules.ts';
import { textAt } from './element-text.ts';
import { below, type FaultList, type Place } from './fault-list.ts';
import type { Pain001Message, Pain001Options, Pain001Result } from './pain001-message.ts';
import type { Reading } from './reading.ts';
import { pain001Schemas } from './schema.ts';
import { validateElement } from './validate-element.ts';

/** Reads a message while its document is parsed, so that no tree of all transfers is in memory. */
export interface MessageReader {
  readonly visitors: Visitors;
  /** Returns the message after the last visitor; `document` has all that no visitor took. */
  result(document: Element): Pain001Result;
}

const messagePlace: Place = { above: { step: 'Document' }, step: 'CstmrCdtTrfInitn' };
const headerPlace = below(messagePlace, 'GrpHdr');
const required = { code: 'required', message: 'This element is required.' } as const;

/** Creates the reader of one document. */
export function createMessageReader(options: Pain001Options, faults: FaultList): MessageReader {
  const reading: Reading = { options, faults, blocks: [], transfers: [], amounts: [] };
  const blockPlace = (): Place => below(messagePlace, `PmtInf[${reading.blocks.length + 1}]`);
  const transferPlace = (): Place => below(blockPlace(), `CdtTrfTxInf[${reading.transfers.length + 1}]`);
  return {
    visitors: {
      'Document/CstmrCdtTrfInitn/GrpHdr': (element) => {
        const version = versionOf(reading, element, headerPlace);
        if (version !== undefined) readHeader(reading, element, version);
      },
      'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf': (element) => {
        const place = transferPlace();
        const version = versionOf(reading, element, place);
        if (version !== undefined) readTransfer(reading, element, version, place);
      },
      'Document/CstmrCdtTrfInitn/PmtInf': (element) => {
        const place = blockPlace();
        const version = versionOf(reading, element, place);
        if (version !== undefined) readBlock(reading, element, version, place);
      },
    },
    result: (document) => resultOf(reading, document),
  };
}

/**
 * Returns the version of an element that a visitor got. Visitors see local names only, and the root comes last: an
 * element of another namespace is noted and not read.
 */
function versionOf(reading: Reading, { namespace }: Element, place: Place): Pain001Version | undefined {
  const version = pain001VersionOf(namespace);
  if (version !== undefined && reading.options.acceptedVersions.includes(version)) {
    reading.version ??= version;
    if (reading.version === version) return version;
  }
  reading.foreign ??= place;
  return undefined;
}

function readHeader(reading: Reading, element: Element, version: Pain001Version): void {
  if (reading.header !== undefined) {
    reading.faults.add(below(messagePlace, 'GrpHdr[2]'), {
      code: 'duplicate',
      message: 'This element may occur once.',
    });
    return;
  }
  reading.header = element;
  validateElement(element, pain001Schemas[version].header, headerPlace, reading.faults);
}

function resultOf(reading: Reading, document: Element): Pain001Result {
  const { amounts, blocks, faults, header, options } = reading;
  const version = pain001VersionOf(document.namespace);
  if (document.name !== 'Document' || version === undefined || !options.acceptedVersions.includes(version))
    return { faults: [wrongDocument(options)] };
  const place = reading.version === undefined || reading.version === version ? reading.foreign : messagePlace;
  if (place !== undefined)
    faults.add(place, { code: 'unknown-field', message: 'All elements must be in one namespace.' });
  validateElement(document, pain001Schemas[version].document, { step: 'Document' }, faults);
  if (header === undefined) faults.add(headerPlace, required);
  else checkTotals(header, amounts, headerPlace, faults);
  if (blocks.length === 0) faults.add(below(messagePlace, 'PmtInf'), required);
  return { message: messageOf(reading, version), faults: faults.all() };
}

function wrongDocument({ acceptedVersions }: Pain001Options): Pain001Result['faults'][number] {
  const namespaces = acceptedVersions.map(pain001Namespace).join(' or ');
  return { at: ['Document'], code: 'enum', message: `Must be Document in the namespace ${namespaces}.` };
}

function messageOf({ blocks, header }: Reading, version: Pain001Version): Pain001Message {
  return {
    version,
    messageId: textAt(header, 'MsgId') ?? '',
    createdAt: textAt(header, 'CreDtTm') ?? '',
    numberOfTransactions: textAt(header, 'NbOfTxs') ?? '',
    ...omitUndefined({ controlSum: textAt(header, 'CtrlSum') }),
    blocks,
  };
}
