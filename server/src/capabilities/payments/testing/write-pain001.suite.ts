import { type Pain001Version, pain001Namespace } from '#platform/iso20022/pain001-namespace.ts';
import type {
  CreditorReference,
  NamedAccount,
  PostalAddress,
  SinglePayment,
} from '../domain/single-payment.ts';
import type { Pain001Block, Pain001Message } from '../engine/pain001/pain001-message.ts';
import { leaf, node, writeXml, type XmlNode, type XmlStyle } from './xml-node.suite.ts';

/** A message to write; totals and the members of a block are taken from its transfers if they are not given. */
export type MessageToWrite = Omit<Pain001Message, 'version' | 'numberOfTransactions' | 'blocks'> & {
  readonly numberOfTransactions?: string;
  readonly blocks: readonly (Omit<Pain001Block, 'transfers' | 'blockMembers'> & {
    readonly transfers: readonly Partial<SinglePayment>[];
    /** Members that both levels may have and that are written once. */
    readonly blockMembers?: readonly string[];
  })[];
};

/** Writes a message as a document. Members without an element in this version are left out. */
export function writePain001(message: MessageToWrite, version: Pain001Version, style?: XmlStyle): string {
  const transfers = message.blocks.flatMap((block) => block.transfers);
  const root: XmlNode = {
    name: 'Document',
    content: [
      node(
        'CstmrCdtTrfInitn',
        node(
          'GrpHdr',
          leaf('MsgId', message.messageId),
          leaf('CreDtTm', message.createdAt),
          leaf('NbOfTxs', message.numberOfTransactions ?? String(transfers.length)),
          leaf('CtrlSum', message.controlSum),
          node('InitgPty', leaf('Nm', 'Third party')),
        ),
        ...message.blocks.map((block) => blockNode(block, version)),
      ),
    ],
  };
  return writeXml(root, pain001Namespace(version), style);
}

function blockNode(block: MessageToWrite['blocks'][number], version: Pain001Version): XmlNode | undefined {
  const { batchBooking, blockMembers = [], transfers } = block;
  const payment = transfers[0] ?? {};
  const isOfBlock = (member: string): boolean => blockMembers.includes(member);
  return node(
    'PmtInf',
    leaf('PmtInfId', block.paymentInformationId),
    leaf('PmtMtd', 'TRF'),
    leaf('BtchBookg', batchBooking === undefined ? undefined : String(batchBooking)),
    leaf('NbOfTxs', block.numberOfTransactions),
    leaf('CtrlSum', block.controlSum),
    isOfBlock('serviceLevel') ? paymentType(payment) : undefined,
    executionDate(payment, version),
    {
      name: 'Dbtr',
      content: [leaf('Nm', payment.debtorName), partyId(payment.debtorId)],
    },
    account('DbtrAcct', payment.debtorAccount),
    isOfBlock('ultimateDebtor') ? node('UltmtDbtr', leaf('Nm', payment.ultimateDebtor)) : undefined,
    isOfBlock('chargeBearer') ? leaf('ChrgBr', payment.chargeBearer) : undefined,
    ...transfers.map((transfer) => transferNode(transfer, { isOfBlock, version })),
  );
}

function transferNode(
  payment: Partial<SinglePayment>,
  {
    isOfBlock,
    version,
  }: { readonly version: Pain001Version; readonly isOfBlock: (member: string) => boolean },
): XmlNode | undefined {
  const isNew = version === '09';
  return node(
    'CdtTrfTxInf',
    node(
      'PmtId',
      leaf('InstrId', payment.instructionIdentification),
      leaf('EndToEndId', payment.endToEndIdentification ?? 'NOTPROVIDED'),
      leaf('UETR', isNew ? payment.uetr : undefined),
    ),
    isOfBlock('serviceLevel') ? undefined : paymentType(payment),
    amount(payment),
    isOfBlock('chargeBearer') ? undefined : leaf('ChrgBr', payment.chargeBearer),
    isOfBlock('ultimateDebtor') ? undefined : node('UltmtDbtr', leaf('Nm', payment.ultimateDebtor)),
    node(
      'CdtrAgt',
      node(
        'FinInstnId',
        leaf(isNew ? 'BICFI' : 'BIC', payment.creditorAgent),
        leaf('Nm', payment.creditorAgentName),
      ),
    ),
    node(
      'Cdtr',
      leaf('Nm', payment.creditorName),
      address(payment.creditorAddress, version),
      partyId(payment.creditorId),
    ),
    account('CdtrAcct', payment.creditorAccount),
    node('UltmtCdtr', leaf('Nm', payment.ultimateCreditor)),
    node('Purp', leaf('Cd', payment.purposeCode)),
    node(
      'RmtInf',
      leaf('Ustrd', payment.remittanceInformationUnstructured),
      reference(payment.remittanceInformationStructured),
    ),
  );
}

function amount({ instructedAmount }: Partial<SinglePayment>): XmlNode | undefined {
  if (instructedAmount === undefined) return undefined;
  const { amount: content, currency } = instructedAmount;
  return node('Amt', { name: 'InstdAmt', content, attributes: { Ccy: currency } });
}

function executionDate(payment: Partial<SinglePayment>, version: Pain001Version): XmlNode | undefined {
  const { requestedExecutionDate: day, requestedExecutionTime: time } = payment;
  if (version === '03') return leaf('ReqdExctnDt', day);
  return node('ReqdExctnDt', time === undefined ? leaf('Dt', day) : leaf('DtTm', time));
}

function paymentType(payment: Partial<SinglePayment>): XmlNode | undefined {
  return node(
    'PmtTpInf',
    node('SvcLvl', leaf('Cd', payment.serviceLevel)),
    node('LclInstrm', leaf('Cd', payment.localInstrument)),
    node('CtgyPurp', leaf('Cd', payment.categoryPurposeCode)),
  );
}

function partyId(id: string | undefined): XmlNode | undefined {
  return node('Id', node('OrgId', node('Othr', leaf('Id', id))));
}

function account(name: string, named: NamedAccount | undefined): XmlNode | undefined {
  if (named === undefined) return undefined;
  const { bban, currency, iban, other } = named;
  const identification = other?.identification ?? bban;
  const schemeNameCode = bban === undefined ? other?.schemeNameCode : 'BBAN';
  return node(
    name,
    node(
      'Id',
      leaf('IBAN', iban),
      node(
        'Othr',
        leaf('Id', identification),
        node('SchmeNm', leaf('Cd', schemeNameCode), leaf('Prtry', other?.schemeNameProprietary)),
        leaf('Issr', other?.issuer),
      ),
    ),
    leaf('Ccy', currency),
  );
}

function address(postal: PostalAddress | undefined, version: Pain001Version): XmlNode | undefined {
  if (postal === undefined) return undefined;
  const onlyNew = (name: string, text: string | undefined): XmlNode | undefined =>
    version === '09' ? leaf(name, text) : undefined;
  return node(
    'PstlAdr',
    leaf('Dept', postal.department),
    leaf('SubDept', postal.subDepartment),
    leaf('StrtNm', postal.streetName),
    leaf('BldgNb', postal.buildingNumber),
    onlyNew('BldgNm', postal.buildingName),
    onlyNew('Flr', postal.floor),
    onlyNew('PstBx', postal.postBox),
    onlyNew('Room', postal.room),
    leaf('PstCd', postal.postCode),
    leaf('TwnNm', postal.townName),
    onlyNew('TwnLctnNm', postal.townLocationName),
    onlyNew('DstrctNm', postal.districtName),
    leaf('CtrySubDvsn', postal.countrySubDivision),
    leaf('Ctry', postal.country === '' ? undefined : postal.country),
    ...(postal.addressLines ?? []).map((line) => leaf('AdrLine', line)),
  );
}

const referenceTypes = ['RADM', 'RPIN', 'FXDR', 'DISP', 'PUOR', 'SCOR'];

function reference(structured: string | CreditorReference | undefined): XmlNode | undefined {
  if (structured === undefined) return undefined;
  const {
    reference: text,
    referenceIssuer,
    referenceType = '',
  } = typeof structured === 'string' ? { reference: structured } : structured;
  const type = leaf(referenceTypes.includes(referenceType) ? 'Cd' : 'Prtry', referenceType || undefined);
  return node(
    'Strd',
    node('CdtrRefInf', node('Tp', node('CdOrPrtry', type), leaf('Issr', referenceIssuer)), leaf('Ref', text)),
  );
}
