import { isTotal, totalOf } from '#platform/iso20022/control-totals.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import { childOf, textAt } from './element-text.ts';
import { below, type FaultList, type Place } from './fault-list.ts';
import { controlSum, count } from './text-rules.ts';

/** Of a creditor reference with its tags, or of a text. SPEC xs2a 4.4 */
const remittanceMaxLength = 140;

/**
 * Adds a fault for each total that differs from the transfers. A total that is not a number, or has an amount below it
 * that is none, is not compared: that fault is known already.
 */
export function checkTotals(
  head: Element,
  amounts: readonly string[],
  place: Place,
  faults: FaultList,
): void {
  const number = textAt(head, 'NbOfTxs');
  if (number !== undefined && count(number) === undefined && Number(number) !== amounts.length)
    faults.add(below(place, 'NbOfTxs'), {
      code: 'mismatch',
      message: 'Must be the number of transfers (CdtTrfTxInf).',
    });
  const sum = textAt(head, 'CtrlSum');
  if (sum === undefined || controlSum(sum) !== undefined) return;
  const total = totalOf(amounts);
  if (total !== undefined && !isTotal(sum, total))
    faults.add(below(place, 'CtrlSum'), { code: 'mismatch', message: 'Must be the sum of all amounts.' });
}

/** Adds a fault if a payment has more than one text or reference. SPEC xs2a 4.4 */
export function checkRemittance(transfer: Element, place: Place, faults: FaultList): void {
  const remittance = childOf(transfer, 'RmtInf');
  if (remittance === undefined) return;
  const at = below(place, 'RmtInf');
  const texts = remittance.children.filter(({ name }) => name === 'Ustrd');
  const references = remittance.children.filter(({ name }) => name === 'Strd');
  const message = 'Must contain one Ustrd or one Strd.';
  if (texts.length > 0 && references.length > 0) faults.add(at, { code: 'combination-not-allowed', message });
  if (texts.length > 1) faults.add(below(at, 'Ustrd[2]'), { code: 'too-many', message });
  if (references.length > 1) faults.add(below(at, 'Strd[2]'), { code: 'too-many', message });
  const [reference] = references;
  if (reference !== undefined && lengthWithin(reference) > remittanceMaxLength)
    faults.add(below(at, 'Strd[1]'), {
      code: 'too-long',
      message: `At most ${remittanceMaxLength} characters, tags included.`,
    });
}

/** Characters of an element as the clearing counts them: tags without prefixes and white space. */
function lengthWithin({ children, text }: Element): number {
  if (children.length === 0) return Array.from(text.trim()).length;
  return children.reduce((length, child) => length + 2 * child.name.length + 5 + lengthWithin(child), 0);
}

/** Adds a fault for each service level beyond the limit. */
export function checkServiceLevels(
  element: Element,
  max: number | undefined,
  place: Place,
  faults: FaultList,
): void {
  const paymentType = childOf(element, 'PmtTpInf');
  if (max === undefined || paymentType === undefined) return;
  const levels = paymentType.children.filter(({ name }) => name === 'SvcLvl');
  if (levels.length > max)
    faults.add(below(place, 'PmtTpInf', `SvcLvl[${max + 1}]`), {
      code: 'too-many',
      message: `At most ${max}.`,
    });
}

/** Elements that a document has in its blocks or in its transfers. */
const eitherLevel = ['PmtTpInf', 'ChrgBr', 'UltmtDbtr'] as const;

/** Lists those that an element has. */
export function eitherLevelIn(element: Element): readonly string[] {
  return eitherLevel.filter((name) => childOf(element, name) !== undefined);
}

/** Adds a fault for each element of a transfer that its block has as well. SPEC xs2a 4.4 */
export function checkLevels(
  ofBlock: readonly string[],
  ofTransfer: readonly string[],
  place: Place,
  faults: FaultList,
): void {
  for (const name of ofTransfer)
    if (ofBlock.includes(name))
      faults.add(below(place, name), {
        code: 'combination-not-allowed',
        message: 'The payment information (PmtInf) has this element already.',
      });
}
