import { parseJsonBody } from '#platform/http/json-body.ts';
import { compileValue } from '#platform/http/validation.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { bulkEntry, bulkMembers } from '../contract/bulk-payment.ts';
import type { BulkMembers } from '../domain/bulk-payment.ts';
import type { SentPayment } from '../domain/check-payment.ts';
import type { BulkOptions, BulkResult } from './bulk/bulk-reading.ts';
import { entriesOf, faultsMax, faultsOf, type SentBulk } from './bulk/check-sent-bulk.ts';
import { packBulk } from './bulk/pack-bulk.ts';

const checkMembers = compileValue(bulkMembers);
const checkEntry = compileValue(bulkEntry);

/** Reads a bulk of JSON with every fault of it. Runs in a thread: see read-bulk.ts. */
export function read(bytes: Uint8Array, options: BulkOptions): BulkResult {
  const parsed = parseJsonBody(bytes);
  if (parsed.kind === 'refused') return faulty([parsed.fieldError]);
  const sent = sentBulk(parsed.value, options);
  const faults = faultsOf(sent, options);
  if (faults !== undefined) return faults;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- just validated
  const value = parsed.value as BulkMembers & { readonly payments: unknown };
  const { payments: _, ...members } = value;
  return {
    kind: 'read',
    bulk: {
      format: 'json',
      members,
      header: undefined,
      blocks: undefined,
      debtorPath: ['debtorAccount'],
      ...packBulk(bytes, entriesOf(sent)),
    },
  };
}

function faulty(fieldErrors: readonly FieldError[]): BulkResult {
  return { kind: 'faulty', fieldErrors, areDates: false };
}

function sentBulk(value: unknown, { entriesMax }: BulkOptions): SentBulk {
  const payments = listIn(value);
  const fieldErrors = [...checkMembers(value)];
  if (payments.length > entriesMax)
    fieldErrors.push({
      part: 'body',
      path: ['payments'],
      code: 'too-many',
      message: `At most ${entriesMax} payments.`,
    });
  const entries = payments.length > entriesMax ? [] : payments;
  for (const [index, entry] of entries.entries()) {
    if (fieldErrors.length >= faultsMax) break;
    for (const error of checkEntry(entry))
      fieldErrors.push({ ...error, path: ['payments', String(index), ...error.path] });
  }
  return {
    members: readable(value, fieldErrors, 0),
    entries: entries.map((entry, index) =>
      readable(
        entry,
        fieldErrors.filter(({ path }) => path[0] === 'payments' && String(path[1]) === String(index)),
        2,
      ),
    ),
    fieldErrors,
    pathOf: (at) => at,
    entryPathOf: (index, at) => ['payments', index, ...at],
  };
}

function listIn(value: unknown): readonly unknown[] {
  const list: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'payments') : undefined;
  return Array.isArray(list) ? list : [];
}

/** Returns the members without a fault, so that the rules find the faults of the others in the same response. */
function readable(value: unknown, fieldErrors: readonly FieldError[], depth: number): SentPayment {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the schema found no fault in it
  if (fieldErrors.length === 0) return value as SentPayment;
  const faults = new Set(fieldErrors.map(({ path }) => path[depth]));
  const members = Object.entries(value).filter(([name]) => name !== 'payments' && !faults.has(name));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the schema found no fault in these members
  return omitUndefined(Object.fromEntries(members)) as SentPayment;
}
