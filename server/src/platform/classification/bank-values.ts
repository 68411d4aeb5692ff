import type { Reader } from '#platform/db/reader.ts';
import {
  type BankValue,
  type ClassificationSchema,
  type ClassificationValue,
  type HeldValue,
  heldValues,
  isUsable,
  mayEnd,
} from '#platform/kernel/classification.ts';
import type { Context } from '#platform/work/context.ts';
import {
  type ClassificationTime,
  findBankValue,
  findBankValueByCode,
  listBankValues,
} from './classification-changes.store.ts';

type AtBank = Pick<Context, 'bankId' | 'clock'>;

/** What a request means by a literal or a code. */
export type MeantValue = Pick<BankValue, 'literal' | 'code' | 'validUntil'>;

/** Returns the value of a classification with a literal, or with a code where requests may send it, ended or not. */
export async function findHeldValue(
  db: Reader,
  { bankId, clock }: AtBank,
  schema: ClassificationSchema,
  sent: string,
): Promise<MeantValue | undefined> {
  const starting = startingValue(schema, sent);
  // A bank can change the descriptions of such a value only, so there is nothing to read.
  if (starting !== undefined && !mayEnd(schema, starting.literal)) return withoutEnd(starting);
  if (schema.bank === undefined) return undefined;
  const ofBank = await findOfBank(db, { bankId, at: clock.now() }, { schema, sent });
  const changed = ofBank?.texts === undefined ? undefined : ofBank;
  // The value that the bank keeps may only share its code with the one that was sent.
  const isMeant = starting === undefined || [starting.literal, sent].includes(changed?.literal ?? '');
  return isMeant ? changed : withoutEnd(starting);
}

function startingValue(
  { stored, values }: ClassificationSchema,
  sent: string,
): ClassificationValue | undefined {
  const byCode = stored === undefined ? undefined : values.find(({ code }) => code === sent);
  return values.find(({ literal }) => literal === sent) ?? byCode;
}

function withoutEnd({ code, literal }: ClassificationValue): MeantValue {
  return { literal, code, validUntil: undefined };
}

/**
 * Returns the value of a classification that new data of the bank may use now: one of the starting set or one that the
 * bank added, and not ended. Undefined for any other literal. Inside a command, `db` is its unit of work. Where requests
 * may send the code instead, it is found by that too.
 */
export async function findUsableValue(
  db: Reader,
  context: AtBank,
  schema: ClassificationSchema,
  sent: string,
): Promise<MeantValue | undefined> {
  const value = await findHeldValue(db, context, schema, sent);
  return value !== undefined && isUsable(value, context.clock.now()) ? value : undefined;
}

/** A literal and a code of one list may be the same text; the literal wins. */
async function findOfBank(
  db: Reader,
  time: ClassificationTime,
  { schema, sent }: { readonly schema: ClassificationSchema; readonly sent: string },
): Promise<BankValue | undefined> {
  const { id: schemaId, stored } = schema;
  const [byLiteral, byCode] = await Promise.all([
    findBankValue(db, time, { schemaId, literal: sent }),
    stored === undefined ? undefined : findBankValueByCode(db, time, { schemaId, code: sent }),
  ]);
  return byLiteral ?? byCode;
}

/** Lists the values of a classification that hold at the bank now, ended ones too, in display order. */
export async function listHeldValues(
  db: Reader,
  { bankId, clock }: AtBank,
  schema: ClassificationSchema,
): Promise<readonly HeldValue[]> {
  if (schema.bank === undefined) return heldValues(schema, []);
  return heldValues(schema, await listBankValues(db, { bankId, at: clock.now() }, schema.id));
}
