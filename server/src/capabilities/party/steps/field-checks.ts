import type { Reader } from '#platform/db/reader.ts';
import type { FieldErrorCode } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { IdentificationInput, NewDocument } from '../domain/changes.ts';
import type { Day, ServicingInfo } from '../domain/facts.ts';
import { hasValidCheckDigit, isAcceptable } from '../domain/id-number.ts';
import type { PartyKind } from '../domain/literals.ts';
import { identificationOf } from '../domain/registration.ts';
import type { BankFacts } from '../ports/bank-facts.ts';
import { problems } from '../problems.ts';
import { findManagerUnit, hasUnit } from '../store/servicing.store.ts';

const sentences: Readonly<Partial<Record<FieldErrorCode, string>>> = {
  maximum: 'Must not be in the future.',
  minimum: 'Too early.',
  checksum: 'The check digit is wrong.',
  format: 'Must be a URL in the content store of the bank, or a valid number of its kind.',
  required: 'Field is required.',
  enum: 'Unknown party.',
  mismatch: 'Differs from the registered value.',
  'combination-not-allowed': 'Cannot be combined with the employment status.',
};

/**
 * Rejects a field that cannot be validated without today's date, the bank or the party. Uses the format of contract
 * validation.
 */
export function refuseValue(path: readonly (string | number)[], code: FieldErrorCode): never {
  const message = sentences[code] ?? 'Not allowed.';
  throw standardProblems.invalid({ fieldErrors: [{ part: 'body', path, code, message }] });
}

/**
 * Checks that a document link leads into the bank's content store, so that a caller cannot make staff open another
 * page.
 */
export function checkContent(
  ctx: Context & { readonly bankFacts: BankFacts },
  url: string | undefined,
  path: readonly (string | number)[] = ['content-url'],
): void {
  const { contentUrlPrefix } = ctx.bankFacts.of(ctx.bankId);
  // Parsed as a browser does: dot segments could lead out of the store again.
  if (url !== undefined && !URL.parse(url)?.href.startsWith(contentUrlPrefix)) refuseValue(path, 'format');
}

/** Checks the issue date of a document against today, and its link against the content store. */
export function checkDocument(
  ctx: Context & { readonly bankFacts: BankFacts },
  document: NewDocument | undefined,
  { path, today }: { readonly path: readonly string[]; readonly today: Day },
): void {
  if (document === undefined) return;
  if (document.issueDate > today) refuseValue([...path, 'issue-date'], 'maximum');
  checkContent(ctx, document.contentUrl, [...path, 'content-url']);
}

/** Checks that the identification is of a kind the party can have, and that its check digits are valid. */
export function checkIdentification(
  given: IdentificationInput | null | undefined,
  { bankCountry, kind }: { readonly bankCountry: string; readonly kind: PartyKind },
): void {
  if (given === undefined || given === null) return;
  const { idKind, idNumber, issuingCountry } = identificationOf(given, bankCountry);
  if (!isAcceptable(kind, idKind)) throw problems['id-number-not-acceptable']();
  if (hasValidCheckDigit(idKind, issuingCountry, idNumber) === false) refuseValue(['id-number'], 'checksum');
}

/** Checks that the unit and the managers exist, and that the managers work in the unit. */
export async function checkServicing(
  db: Reader,
  bankId: string,
  { deputyManager, relationshipManager, unit }: Omit<ServicingInfo, 'since'>,
): Promise<void> {
  const managers = [relationshipManager, deputyManager].filter((manager) => manager !== undefined);
  const [isUnitKnown, ...units] = await Promise.all([
    unit === undefined ? true : hasUnit(db, bankId, unit),
    ...managers.map((manager) => findManagerUnit(db, bankId, manager)),
  ]);
  if (!isUnitKnown) throw problems['servicing-unit-not-found']();
  for (const managerUnit of units) {
    if (managerUnit === undefined) throw problems['manager-not-found']();
    if (managerUnit !== unit) throw problems['manager-not-in-unit']();
  }
}
