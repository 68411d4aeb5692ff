import { Temporal } from 'temporal-polyfill';
import type { FieldError } from '#platform/kernel/problem.ts';
import type { BulkEntry } from '../../domain/bulk-payment.ts';
import { type BulkRules, checkBulkMembers, checkEntry } from '../../domain/check-bulk.ts';
import type { SentPayment } from '../../domain/check-payment.ts';
import type { PaymentFault } from '../../domain/payment-fault.ts';
import { productRules } from '../../domain/products.ts';
import type { PaymentPath } from '../../domain/single-payment.ts';
import type { BulkOptions, BulkResult } from './bulk-reading.ts';

/** A response lists at most this many. */
export const faultsMax = 20;

/** A bulk as it was sent; members that are not even well formed are left out. */
export interface SentBulk {
  readonly members: SentPayment;
  readonly entries: readonly SentPayment[];
  /** Faults that are known already. */
  readonly fieldErrors: readonly FieldError[];
  /** Where a member of the bulk stands in what was sent. */
  readonly pathOf: (at: PaymentPath) => PaymentPath;
  readonly entryPathOf: (entry: number, at: PaymentPath) => PaymentPath;
}

/** What is wrong with a bulk; undefined: nothing that needs no account. */
export function faultsOf(
  sent: SentBulk,
  options: BulkOptions,
): (BulkResult & { kind: 'faulty' }) | undefined {
  const rules = rulesOf(options);
  const found = checkBulkMembers(sent.members, rules).map((fault) => ({
    fault,
    path: sent.pathOf(fault.at),
  }));
  for (const [index, entry] of sent.entries.entries()) {
    if (found.length >= faultsMax) break;
    for (const fault of checkEntry(entry, sent.members, rules))
      found.push({ fault, path: sent.entryPathOf(index, fault.at) });
  }
  const { fieldErrors } = sent;
  const added = found.filter(({ path }) => !fieldErrors.some((known) => areRelated(known.path, path)));
  if (fieldErrors.length + added.length === 0) return undefined;
  return {
    kind: 'faulty',
    fieldErrors: [...fieldErrors, ...added.map(toFieldError)].slice(0, faultsMax),
    areDates: fieldErrors.length === 0 && added.every(({ fault }) => fault.kind === 'execution-date'),
  };
}

/** Returns the transfers of a bulk without a fault. */
export function entriesOf({ entries }: SentBulk): readonly BulkEntry[] {
  return entries.map((sent) => {
    const { debtorAccount: _, requestedExecutionDate: __, requestedExecutionTime: ___, ...entry } = sent;
    // oxlint-disable-next-line typescript/consistent-type-assertions -- without a fault every required member is there
    return entry as BulkEntry;
  });
}

function rulesOf(options: BulkOptions): BulkRules {
  const { accountFields, addressRulesFrom, areIbansChecked, isHybridAllowed, product, today } = options;
  return {
    product: productRules[product],
    choices: { isDebtorAccountOptional: false, accountFields, areIbansChecked },
    dates: { today: Temporal.PlainDate.from(today), validityDaysMax: options.validityDaysMax },
    address: { rulesFrom: Temporal.PlainDate.from(addressRulesFrom), isHybridAllowed },
  };
}

function toFieldError({
  fault,
  path,
}: {
  readonly fault: PaymentFault;
  readonly path: PaymentPath;
}): FieldError {
  const { code, kind, message } = fault;
  return {
    part: 'body',
    path,
    code,
    message,
    ...(kind === 'execution-date' ? { xs2a: { code: 'EXECUTION_DATE_INVALID' } } : {}),
  };
}

/** What has a fault already needs no second one, neither in a part of it nor around it. */
function areRelated(one: PaymentPath, other: PaymentPath): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((step, index) => String(step) === String(other[index]));
}
