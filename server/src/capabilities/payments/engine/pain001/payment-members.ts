import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { MoneyText } from '#platform/kernel/money.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import type { CreditorReference, SinglePayment } from '../../domain/single-payment.ts';
import { childOf, elementAt, textAt, trimmed } from './element-text.ts';
import { accountIn, addressIn, bicElement, partyIdIn } from './party-members.ts';

/** A sender without an identifier of the payment writes this. */
const notProvided = 'NOTPROVIDED';

/** Maps what a block says about all of its transfers. */
export function membersOfBlock(block: Element): Partial<SinglePayment> {
  const debtor = childOf(block, 'Dbtr');
  return omitUndefined({
    debtorName: textAt(debtor, 'Nm'),
    debtorAccount: accountIn(childOf(block, 'DbtrAcct')),
    debtorId: partyIdIn(debtor),
    requestedExecutionDate: textAt(block, 'ReqdExctnDt', 'Dt') ?? textAt(block, 'ReqdExctnDt'),
    requestedExecutionTime: textAt(block, 'ReqdExctnDt', 'DtTm'),
    ...membersOfEitherLevel(block),
  });
}

/** Maps what a block or a transfer may say. */
export function membersOfEitherLevel(element: Element): Partial<SinglePayment> {
  const paymentType = childOf(element, 'PmtTpInf');
  return omitUndefined({
    ultimateDebtor: textAt(element, 'UltmtDbtr', 'Nm'),
    chargeBearer: textAt(element, 'ChrgBr'),
    serviceLevel: textAt(paymentType, 'SvcLvl', 'Cd'),
    localInstrument: textAt(paymentType, 'LclInstrm', 'Cd'),
    categoryPurposeCode: textAt(paymentType, 'CtgyPurp', 'Cd'),
  });
}

/** Maps one transfer, without the members of its block. SPEC xs2a 4.3, xs2a-2026 3.2 */
export function membersOfTransfer(transfer: Element, version: Pain001Version): Partial<SinglePayment> {
  const endToEndId = textAt(transfer, 'PmtId', 'EndToEndId');
  const creditor = childOf(transfer, 'Cdtr');
  const agent = elementAt(transfer, 'CdtrAgt', 'FinInstnId');
  const remittance = childOf(transfer, 'RmtInf');
  return omitUndefined({
    endToEndIdentification: endToEndId === notProvided ? undefined : endToEndId,
    instructionIdentification: textAt(transfer, 'PmtId', 'InstrId'),
    uetr: textAt(transfer, 'PmtId', 'UETR'),
    instructedAmount: mapDefined(elementAt(transfer, 'Amt', 'InstdAmt'), amountIn),
    creditorAccount: accountIn(childOf(transfer, 'CdtrAcct')),
    creditorAgent: textAt(agent, bicElement(version)),
    creditorAgentName: textAt(agent, 'Nm'),
    creditorName: textAt(creditor, 'Nm'),
    creditorId: partyIdIn(creditor),
    creditorAddress: addressIn(childOf(creditor, 'PstlAdr')),
    ultimateCreditor: textAt(transfer, 'UltmtCdtr', 'Nm'),
    purposeCode: textAt(transfer, 'Purp', 'Cd'),
    remittanceInformationUnstructured: textAt(remittance, 'Ustrd'),
    remittanceInformationStructured: referenceIn(elementAt(remittance, 'Strd', 'CdtrRefInf')),
    ...membersOfEitherLevel(transfer),
  });
}

function amountIn({ attributes, text }: Element): MoneyText {
  return { currency: trimmed(attributes.get('Ccy') ?? ''), amount: trimmed(text) };
}

function referenceIn(information: Element | undefined): CreditorReference | undefined {
  const reference = textAt(information, 'Ref');
  if (reference === undefined) return undefined;
  const type = elementAt(information, 'Tp', 'CdOrPrtry');
  return omitUndefined({
    reference,
    referenceType: textAt(type, 'Cd') ?? textAt(type, 'Prtry'),
    referenceIssuer: textAt(information, 'Tp', 'Issr'),
  });
}
