import { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import { parseTimestamp } from '#platform/kernel/timestamp.ts';
import type { BulkMembers, KeptBulk } from '../domain/bulk-payment.ts';
import type { SentPayment } from '../domain/check-payment.ts';
import type { PaymentFault } from '../domain/payment-fault.ts';
import { productRules } from '../domain/products.ts';
import type { BulkOptions, BulkResult } from './bulk/bulk-reading.ts';
import { entriesOf, faultsOf, type SentBulk } from './bulk/check-sent-bulk.ts';
import { packBulk } from './bulk/pack-bulk.ts';
import { elementPathOf } from './pain001/element-path.ts';
import type { Pain001Message } from './pain001/pain001-message.ts';
import { read as readMessage } from './pain001-reader.ts';

/** Reads a bulk of pain.001 with every fault of it. Runs in a thread: see read-bulk.ts. */
export function read(bytes: Uint8Array, options: BulkOptions): BulkResult {
  const { faults, message } = readMessage(bytes, {
    maxTransfers: options.entriesMax,
    acceptedVersions: options.acceptedVersions,
    serviceLevelsMax: 1,
  });
  if (message === undefined)
    return { kind: 'faulty', fieldErrors: faults.map(toFieldError), areDates: false };
  const sent = sentBulk(message, faults, options);
  const found = faultsOf(sent, options);
  if (found !== undefined) return found;
  return {
    kind: 'read',
    bulk: {
      format: `pain.001.001.${message.version}`,
      members: membersOf(message, sent.members),
      header: headerOf(message),
      blocks: message.blocks.map(({ controlSum, numberOfTransactions, paymentInformationId, transfers }) =>
        omitUndefined({ paymentInformationId, numberOfTransactions, controlSum, count: transfers.length }),
      ),
      debtorPath: sent.pathOf(['debtorAccount']),
      ...packBulk(bytes, entriesOf(sent)),
    },
  };
}

function sentBulk(message: Pain001Message, faults: readonly PaymentFault[], options: BulkOptions): SentBulk {
  const { blocks, version } = message;
  const places = blocks.flatMap(({ blockMembers, transfers }, block) =>
    transfers.map((_, transfer) => ({ block, transfer, blockMembers })),
  );
  const first = { block: 0, transfer: 0, blockMembers: blocks[0]?.blockMembers ?? [] };
  return {
    members: withDate(blocks[0]?.transfers[0] ?? {}, options),
    entries: blocks.flatMap(({ transfers }) => transfers),
    fieldErrors: [...faults, ...differences(message)].map(toFieldError),
    pathOf: (at) => elementPathOf(version, first, at),
    entryPathOf: (entry, at) => elementPathOf(version, places[entry] ?? first, at),
  };
}

const ofAllBlocks = ['debtorAccount', 'requestedExecutionDate', 'requestedExecutionTime'] as const;

/** A bulk debits one account on one day, also if its document has several blocks. */
function differences({ blocks, version }: Pain001Message): readonly PaymentFault[] {
  const [first, ...others] = blocks.map(({ transfers }) => transfers[0] ?? {});
  return others.flatMap((members, index) =>
    ofAllBlocks.flatMap((name) =>
      JSON.stringify(members[name]) === JSON.stringify(first?.[name])
        ? []
        : [
            {
              at: elementPathOf(version, { block: index + 1, transfer: 0, blockMembers: [] }, [name]),
              code: 'mismatch' as const,
              message: 'Must be the same in all blocks (PmtInf): a bulk debits one account on one day.',
            },
          ],
    ),
  );
}

/** A document may name a time. Products that are executed on a day take its date. SPEC xs2a-2026 3.2 */
function withDate(
  { requestedExecutionTime: time, ...members }: SentPayment,
  { product, timeZone }: BulkOptions,
): SentPayment {
  if (time === undefined) return members;
  if (!productRules[product].isDated) return { ...members, requestedExecutionTime: time };
  const date = parseTimestamp(time)?.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  // A time without an offset is that of the bank.
  return { ...members, requestedExecutionDate: date ?? Temporal.PlainDate.from(time).toString() };
}

function membersOf({ blocks }: Pain001Message, sent: SentPayment): BulkMembers {
  const { debtorAccount, debtorName, requestedExecutionDate } = sent;
  const [block] = blocks;
  if (debtorAccount === undefined) throw new Error('a bulk without an account was not refused');
  return omitUndefined({
    debtorAccount,
    debtorName,
    requestedExecutionDate,
    batchBookingPreferred: block?.batchBooking,
    paymentInformationId: block?.paymentInformationId,
  });
}

function headerOf({
  controlSum,
  createdAt,
  messageId,
  numberOfTransactions,
}: Pain001Message): KeptBulk['header'] {
  return omitUndefined({ messageId, createdAt, numberOfTransactions, controlSum });
}

function toFieldError({ at, code, message }: PaymentFault) {
  return { part: 'body' as const, path: at, code, message };
}
