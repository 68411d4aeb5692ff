import type { AccountReference, PaymentOrder } from '#capabilities/authorization/index.ts';
import { isTotal, totalOf } from '#platform/iso20022/control-totals.ts';
import { pain001VersionOf } from '#platform/iso20022/pain001-namespace.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, parseMoney } from '#platform/kernel/money.ts';
import { isDisguisedIban } from '#platform/kernel/payee.ts';
import { readDocument } from '#platform/xml/read-document.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { assertOneNamespace, childOf, InvalidFile, required, textOf } from './element-search.ts';

const accountShape = /^[A-Za-z0-9*+][A-Za-z0-9*+._/-]{0,69}$/;
const bicShape = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const ibanShape = /^[A-Za-z]{2}[0-9]{2}[A-Za-z0-9]{10,30}$/;

type Transfer = Omit<PaymentOrder, 'debtorAccount'>;

/**
 * Reads the credit transfers of a customer credit transfer initiation. Rejects anything ambiguous, and totals that do
 * not match: signing rules are evaluated on this result, and the bank executes the file. Transfers are mapped while the
 * file is read, so that no tree of all of them is in memory.
 */
export function ordersIn(bytes: Uint8Array): readonly PaymentOrder[] {
  const orders: PaymentOrder[] = [];
  const namespaces = new Set<string>();
  let transfers: Transfer[] = [];
  const document = readDocument(bytes, {
    'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf': (transfer) => {
      assertOneNamespace(transfer);
      namespaces.add(transfer.namespace);
      transfers.push(
        omitUndefined({
          creditorAccount: accountOf(transfer, 'CdtrAcct'),
          creditorAgent: agentOf(transfer),
          instructedAmount: amountOf(transfer),
        }),
      );
    },
    'Document/CstmrCdtTrfInitn/PmtInf': (block) => {
      assertOneNamespace(block);
      namespaces.add(block.namespace);
      for (const order of ordersOfBlock(block, transfers)) orders.push(order);
      transfers = [];
    },
  });
  assertMessage(document, namespaces);
  const initiation = required(childOf(document, 'CstmrCdtTrfInitn'));
  if (orders.length === 0) throw new InvalidFile();
  assertTotals(required(childOf(initiation, 'GrpHdr')), orders);
  return orders;
}

function assertMessage(document: Element, namespaces: ReadonlySet<string>): void {
  const { name, namespace } = document;
  if (name !== 'Document' || pain001VersionOf(namespace) === undefined) throw new InvalidFile();
  assertOneNamespace(document);
  if ([...namespaces].some((one) => one !== namespace)) throw new InvalidFile();
}

function ordersOfBlock(block: Element, transfers: readonly Transfer[]): readonly PaymentOrder[] {
  // Cheques and advices are not transfers.
  if (textOf(block, 'PmtMtd') !== 'TRF') throw new InvalidFile();
  const debtorAccount = accountOf(block, 'DbtrAcct');
  const orders = transfers.map((transfer) => ({ debtorAccount, ...transfer }));
  assertTotals(block, orders);
  return orders;
}

function assertTotals(head: Element, orders: readonly PaymentOrder[]): void {
  const count = textOf(head, 'NbOfTxs');
  const sum = textOf(head, 'CtrlSum');
  if (count !== undefined && !(/^[0-9]{1,15}$/.test(count) && Number(count) === orders.length))
    throw new InvalidFile();
  const total = totalOf(orders.map(({ instructedAmount }) => formatMoney(instructedAmount)));
  if (sum !== undefined && !isTotal(sum, required(total))) throw new InvalidFile();
}

/** Rejects equivalent amounts: the debited currency is not known here. */
function amountOf(transfer: Element): PaymentOrder['instructedAmount'] {
  const choice = required(childOf(transfer, 'Amt'));
  const amount = required(childOf(choice, 'InstdAmt'));
  if (choice.children.length > 1) throw new InvalidFile();
  return required(parseMoney({ currency: amount.attributes.get('Ccy') ?? '', amount: amount.text.trim() }));
}

function accountOf(of: Element, name: 'DbtrAcct' | 'CdtrAcct'): AccountReference {
  const choice = required(childOf(required(childOf(of, name)), 'Id'));
  const iban = textOf(choice, 'IBAN');
  const other = childOf(choice, 'Othr');
  // Two names could mean two accounts.
  if (choice.children.length > 1) throw new InvalidFile();
  if (iban !== undefined) return { scheme: 'iban', id: ibanSpelling(shaped(iban, ibanShape)) };
  const scheme = textOf(childOf(required(other), 'SchmeNm'), 'Cd') === 'BBAN' ? 'bban' : 'other';
  const id = shaped(textOf(other, 'Id') ?? '', accountShape);
  if (isDisguisedIban(id)) throw new InvalidFile();
  return { scheme, id };
}

/** Version 03 names the element BIC, 09 BICFI. */
function agentOf(transfer: Element): string | undefined {
  const bank = childOf(childOf(transfer, 'CdtrAgt'), 'FinInstnId');
  const bic = textOf(bank, 'BICFI') ?? textOf(bank, 'BIC');
  return bic === undefined ? undefined : shaped(bic, bicShape);
}

function shaped(text: string, shape: RegExp): string {
  if (!shape.test(text)) throw new InvalidFile();
  return text;
}
