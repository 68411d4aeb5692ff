import { element, textElement, type XmlElement } from '#platform/kernel/xml-element.ts';

/** SPEC xs2a-2026 3.4: pain.002.001.03 for orders of version 03, pain.002.001.10 for those of version 09. */
export type Pain002Version = '03' | '10';

/** Why a payment has its status. */
export interface StatusReason {
  /** Of the external code list, such as `AM04`; a longer one is written as a code of the bank. */
  readonly code?: string;
  readonly text?: string;
}

/**
 * Statuses that version 03 has not, and what it gets instead. SPEC xs2a 4.5; results of the verification of payee by
 * SPEC xs2a-2026 3.4.
 */
const olderStatuses: Readonly<Record<string, string>> = {
  PATC: 'PDNG',
  ACFC: 'ACCP',
  ACCC: 'ACSC',
  ACWP: 'ACSP',
  CANC: 'RJCT',
  RCVC: 'PDNG',
  RVCM: 'PDNG',
  RVNC: 'PDNG',
  RVMC: 'PDNG',
  RVNM: 'PDNG',
  RVNA: 'PDNG',
};

/** Statuses that version 03 has for groups only. */
const ofGroupsOnly: readonly string[] = ['RCVD', 'PART'];

const codeMaxLength = 4;
const ownCodeMaxLength = 35;
const textMaxLength = 105;

/** Writes a status; nothing for one that this level has not in version 03. */
export function statusElement(
  name: 'GrpSts' | 'PmtInfSts' | 'TxSts',
  status: string,
  version: Pain002Version,
): XmlElement {
  if (version === '10') return textElement(name, status);
  if (name === 'TxSts' && ofGroupsOnly.includes(status)) return '';
  return textElement(name, Object.hasOwn(olderStatuses, status) ? olderStatuses[status] : status);
}

/** Writes the reason of a status. A text that is too long for one element is divided. */
export function reasonElements(
  { reason = {}, status }: { readonly status: string; readonly reason?: StatusReason },
  version: Pain002Version,
): XmlElement {
  // Version 03 says with a reason that the customer cancelled the payment.
  const code = reason.code ?? (version === '03' && status === 'CANC' ? 'CUST' : undefined);
  return element(
    'StsRsnInf',
    element('Rsn', codeElement(code)),
    ...partsOf(reason.text ?? '').map((part) => textElement('AddtlInf', part)),
  );
}

function codeElement(code: string | undefined): XmlElement {
  if (code === undefined || code.length <= codeMaxLength) return textElement('Cd', code);
  return textElement('Prtry', Array.from(code).slice(0, ownCodeMaxLength).join(''));
}

function partsOf(text: string): readonly string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / textMaxLength);
  return Array.from({ length: count }, (_, at) =>
    characters.slice(at * textMaxLength, (at + 1) * textMaxLength).join(''),
  );
}
