import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import type { PaymentPath } from '../../domain/single-payment.ts';

/** A transfer in a message, both counted from zero. */
export interface TransferPlace {
  readonly block: number;
  readonly transfer: number;
  /** Of the block: see `Pain001Block`. Without it, members that both levels may have are those of the transfer. */
  readonly blockMembers?: readonly string[];
}

/** Members of a payment, one below the other, and their elements. `#` is a position. */
type ElementPaths = Readonly<Record<string, string>>;

const ofBlock: ElementPaths = {
  debtorName: 'Dbtr/Nm',
  debtorId: 'Dbtr/Id',
  ...accountPaths('debtorAccount', 'DbtrAcct'),
};

const ofEither: ElementPaths = {
  ultimateDebtor: 'UltmtDbtr/Nm',
  chargeBearer: 'ChrgBr',
  serviceLevel: 'PmtTpInf/SvcLvl/Cd',
  localInstrument: 'PmtTpInf/LclInstrm/Cd',
  categoryPurposeCode: 'PmtTpInf/CtgyPurp/Cd',
};

const ofTransfer: ElementPaths = {
  endToEndIdentification: 'PmtId/EndToEndId',
  instructionIdentification: 'PmtId/InstrId',
  uetr: 'PmtId/UETR',
  instructedAmount: 'Amt/InstdAmt',
  'instructedAmount/currency': 'Amt/InstdAmt/@Ccy',
  ...accountPaths('creditorAccount', 'CdtrAcct'),
  creditorAgentName: 'CdtrAgt/FinInstnId/Nm',
  creditorName: 'Cdtr/Nm',
  creditorId: 'Cdtr/Id',
  creditorAddress: 'Cdtr/PstlAdr',
  ...addressPaths('creditorAddress', 'Cdtr/PstlAdr'),
  ultimateCreditor: 'UltmtCdtr/Nm',
  purposeCode: 'Purp/Cd',
  remittanceInformationUnstructured: 'RmtInf/Ustrd[1]',
  remittanceInformationUnstructuredArray: 'RmtInf/Ustrd[1]',
  'remittanceInformationUnstructuredArray/#': 'RmtInf/Ustrd[#]',
  ...referencePaths('remittanceInformationStructured', 'RmtInf/Strd[1]'),
  remittanceInformationStructuredArray: 'RmtInf/Strd[1]',
  ...referencePaths('remittanceInformationStructuredArray/#', 'RmtInf/Strd[#]'),
};

const byVersion: Readonly<
  Record<Pain001Version, Readonly<Record<'block' | 'either' | 'transfer', ElementPaths>>>
> = {
  '03': {
    block: { ...ofBlock, requestedExecutionDate: 'ReqdExctnDt', requestedExecutionTime: 'ReqdExctnDt' },
    either: ofEither,
    transfer: { ...ofTransfer, creditorAgent: 'CdtrAgt/FinInstnId/BIC' },
  },
  '09': {
    block: {
      ...ofBlock,
      requestedExecutionDate: 'ReqdExctnDt/Dt',
      requestedExecutionTime: 'ReqdExctnDt/DtTm',
    },
    either: { ...ofEither, serviceLevel: 'PmtTpInf/SvcLvl[1]/Cd' },
    transfer: { ...ofTransfer, creditorAgent: 'CdtrAgt/FinInstnId/BICFI' },
  },
};

/**
 * Turns members of a payment into the path of their element, so that a third party finds a fault of the product's rules
 * in its document: `creditorAddress`, `townName` is `…/Cdtr/PstlAdr/TwnNm`. Members without an element have the path of
 * the nearest member above them.
 */
export function elementPathOf(
  version: Pain001Version,
  { block, blockMembers = [], transfer }: TransferPlace,
  at: PaymentPath,
): PaymentPath {
  const blockPath = ['Document', 'CstmrCdtTrfInitn', `PmtInf[${block + 1}]`];
  const transferPath = [...blockPath, `CdtTrfTxInf[${transfer + 1}]`];
  const tables = byVersion[version];
  const inBlock = stepsIn(tables.block, at);
  if (inBlock !== undefined) return [...blockPath, ...inBlock];
  const inEither = stepsIn(tables.either, at);
  if (inEither !== undefined)
    return [...(blockMembers.includes(String(at[0])) ? blockPath : transferPath), ...inEither];
  return [...transferPath, ...(stepsIn(tables.transfer, at) ?? [])];
}

/** Returns the steps of the longest part of a path that a table has. */
function stepsIn(table: ElementPaths, at: PaymentPath): readonly string[] | undefined {
  for (let length = at.length; length > 0; length -= 1) {
    const part = at.slice(0, length);
    const key = part.map((step) => (typeof step === 'number' ? '#' : step)).join('/');
    const steps = Object.hasOwn(table, key) ? table[key] : undefined;
    if (steps === undefined) continue;
    const position = part.findLast((step) => typeof step === 'number') ?? 0;
    return steps.replace('#', String(position + 1)).split('/');
  }
  return undefined;
}

function accountPaths(member: string, element: string): ElementPaths {
  const other = `${element}/Id/Othr`;
  return {
    [member]: `${element}/Id/IBAN`,
    ...Object.fromEntries(
      ['bban', 'pan', 'maskedPan', 'msisdn', 'other'].map((name) => [`${member}/${name}`, `${other}/Id`]),
    ),
    [`${member}/other/schemeNameCode`]: `${other}/SchmeNm/Cd`,
    [`${member}/other/schemeNameProprietary`]: `${other}/SchmeNm/Prtry`,
    [`${member}/other/issuer`]: `${other}/Issr`,
    [`${member}/currency`]: `${element}/Ccy`,
  };
}

function addressPaths(member: string, element: string): ElementPaths {
  const names: ElementPaths = {
    department: 'Dept',
    subDepartment: 'SubDept',
    streetName: 'StrtNm',
    buildingNumber: 'BldgNb',
    buildingName: 'BldgNm',
    floor: 'Flr',
    postBox: 'PstBx',
    room: 'Room',
    postCode: 'PstCd',
    townName: 'TwnNm',
    townLocationName: 'TwnLctnNm',
    districtName: 'DstrctNm',
    countrySubDivision: 'CtrySubDvsn',
    country: 'Ctry',
    addressLines: 'AdrLine[1]',
    'addressLines/#': 'AdrLine[#]',
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, step]) => [`${member}/${name}`, `${element}/${step}`]),
  );
}

function referencePaths(member: string, element: string): ElementPaths {
  return {
    [member]: `${element}/CdtrRefInf/Ref`,
    [`${member}/referenceType`]: `${element}/CdtrRefInf/Tp/CdOrPrtry/Cd`,
    [`${member}/referenceIssuer`]: `${element}/CdtrRefInf/Tp/Issr`,
  };
}
