import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import {
  checkLevels,
  checkRemittance,
  checkServiceLevels,
  checkTotals,
  eitherLevelIn,
} from './document-rules.ts';
import { textAt } from './element-text.ts';
import { below, type Place, ReadingStopped } from './fault-list.ts';
import type { Pain001Block } from './pain001-message.ts';
import { membersOfBlock, membersOfEitherLevel, membersOfTransfer } from './payment-members.ts';
import type { Reading, TransferInBlock } from './reading.ts';
import { pain001Schemas } from './schema.ts';
import { amount } from './text-rules.ts';
import { validateElement } from './validate-element.ts';

/** Adds a transfer to the block that is being read. */
export function readTransfer(
  reading: Reading,
  element: Element,
  version: Pain001Version,
  place: Place,
): void {
  const { amounts, faults, options, transfers } = reading;
  if (amounts.length === options.maxTransfers) {
    faults.add(place, { code: 'too-many', message: `At most ${options.maxTransfers} transfers.` });
    throw new ReadingStopped();
  }
  validateElement(element, pain001Schemas[version].transfer, place, faults);
  checkRemittance(element, place, faults);
  checkServiceLevels(element, options.serviceLevelsMax, place, faults);
  const members = membersOfTransfer(element, version);
  amounts.push(comparable(members.instructedAmount?.amount ?? ''));
  transfers.push({ members, levels: eitherLevelIn(element) });
}

/** Returns an amount for the control sum; none for one that is a fault already. */
function comparable(text: string): string {
  return amount(text) === undefined ? text : '';
}

/** Ends the block that is being read. */
export function readBlock(reading: Reading, element: Element, version: Pain001Version, place: Place): void {
  const { amounts, blocks, faults, options, transfers } = reading;
  validateElement(element, pain001Schemas[version].block, place, faults);
  checkServiceLevels(element, options.serviceLevelsMax, place, faults);
  if (transfers.length === 0)
    faults.add(below(place, 'CdtTrfTxInf'), {
      code: 'required',
      message: 'At least one transfer is required.',
    });
  checkTotals(element, amounts.slice(amounts.length - transfers.length), place, faults);
  const levels = eitherLevelIn(element);
  if (levels.length > 0)
    for (const [at, transfer] of transfers.entries())
      checkLevels(levels, transfer.levels, below(place, `CdtTrfTxInf[${at + 1}]`), faults);
  blocks.push(blockOf(element, transfers));
  reading.transfers = [];
}

function blockOf(element: Element, transfers: readonly TransferInBlock[]): Pain001Block {
  const members = membersOfBlock(element);
  const batchBooking = textAt(element, 'BtchBookg');
  return {
    paymentInformationId: textAt(element, 'PmtInfId') ?? '',
    ...omitUndefined({
      batchBooking: mapDefined(batchBooking, (text) => text === 'true' || text === '1'),
      numberOfTransactions: textAt(element, 'NbOfTxs'),
      controlSum: textAt(element, 'CtrlSum'),
    }),
    transfers: transfers.map((transfer) => ({ ...members, ...transfer.members })),
    blockMembers: Object.keys(membersOfEitherLevel(element)),
  };
}
