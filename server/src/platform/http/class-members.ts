import assert from 'node:assert/strict';
import Type, { type TSchema, type TUnsafe } from 'typebox';
import { findHeldValue, findUsableValue } from '#platform/classification/bank-values.ts';
import type { ClassificationSchema } from '#platform/kernel/classification.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';

/** Validators and documents ignore symbols; copies by spreading keep it. */
const classificationKey: unique symbol = Symbol('classification of a member');
const errorsMax = 20;
const textMax = 200;

/**
 * Declares a member of a body or a query that has a value of a classification of kind "class". The bank keeps the values, so
 * they are looked up with each request; an unknown or ended one is a field error, and the operation gets the stored form.
 * Ended ones are accepted where the member only withdraws something, or searches stored data.
 */
export function classMember(
  schemas: readonly ClassificationSchema[],
  id: string,
  { ended = 'refused' }: { readonly ended?: 'refused' | 'accepted' } = {},
): TUnsafe<string> {
  const classification = schemas.find((schema) => schema.id === id);
  assert(classification?.bank !== undefined, `${id} is not a classification that a bank keeps`);
  const form = classification.stored === undefined ? 'A literal' : 'A literal or a code';
  return Type.Unsafe<string>({
    type: 'string',
    minLength: 1,
    maxLength: textMax,
    description: `${form} of the classification \`${id}\`.`,
    [classificationKey]: { classification, ended } satisfies ClassMember,
  });
}

type Path = FieldError['path'];

interface ClassMember {
  readonly classification: ClassificationSchema;
  readonly ended: 'refused' | 'accepted';
}

interface SentValue extends ClassMember {
  readonly path: Path;
  readonly text: string;
}

/** Whether a part of a request has members whose values a bank keeps. */
export function hasClassMembers(schema: object): boolean {
  if (classMemberIn(schema) !== undefined) return true;
  return [...Object.values(propertiesOf(schema)), ...itemsOf(schema)].some(hasClassMembers);
}

/** A part of a request with its schema. */
export interface RequestPart {
  readonly part: 'body' | 'query';
  readonly schema: TSchema;
}

/** Returns a part of a request with the stored form of each class value. Throws the validation problem for others. */
export async function resolveClassMembers(
  context: Pick<Context, 'bankId' | 'clock' | 'db'>,
  { part, schema }: RequestPart,
  value: unknown,
): Promise<unknown> {
  const sent = sentValues(schema, value, []);
  const stored = await storedForms(context, sent);
  const fieldErrors = sent
    .filter((one) => stored.get(keyOf(one)) === undefined)
    .map(({ path }) => ({ part, path, code: 'enum', message: 'Not one of the allowed values.' }) as const);
  if (fieldErrors.length > 0)
    throw standardProblems.invalid({ fieldErrors: fieldErrors.slice(0, errorsMax) });
  return sent.reduce((whole, one) => replacedAt(whole, one.path, stored.get(keyOf(one))), value);
}

/** A batch has the same few values many times: each is looked up once, all in one round trip. */
async function storedForms(
  context: Pick<Context, 'bankId' | 'clock' | 'db'>,
  sent: readonly SentValue[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const distinct = [...new Map(sent.map((value) => [keyOf(value), value])).entries()];
  const found = distinct.map(async ([key, { classification, ended, text }]) => {
    const find = ended === 'accepted' ? findHeldValue : findUsableValue;
    const value = await find(context.db, context, classification, text);
    return [key, classification.stored === 'code' ? value?.code : value?.literal] as const;
  });
  return new Map(await Promise.all(found));
}

function keyOf({ classification, ended, text }: SentValue): string {
  return `${classification.id} ${ended} ${text}`;
}

function sentValues(schema: object, value: unknown, path: Path): readonly SentValue[] {
  const member = classMemberIn(schema);
  if (member !== undefined) return typeof value === 'string' ? [{ ...member, path, text: value }] : [];
  if (Array.isArray(value))
    return itemsOf(schema).flatMap((items) =>
      value.flatMap((one: unknown, index) => sentValues(items, one, [...path, index])),
    );
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) =>
    Object.hasOwn(value, name) ? sentValues(property, Reflect.get(value, name), [...path, name]) : [],
  );
}

function replacedAt(value: unknown, [step, ...rest]: Path, text: string | undefined): unknown {
  if (step === undefined) return text;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === step ? replacedAt(one, rest, text) : one));
  assert(typeof value === 'object' && value !== null, 'the path was found in this value');
  return { ...value, [step]: replacedAt(Reflect.get(value, step), rest, text) };
}

function classMemberIn(schema: object): ClassMember | undefined {
  const found: unknown = Reflect.get(schema, classificationKey);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only classMember sets this key
  return found as ClassMember | undefined;
}

function propertiesOf(schema: object): Readonly<Record<string, object>> {
  const properties: unknown = Reflect.get(schema, 'properties');
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the members of a schema are schemas
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, object>) : {};
}

function itemsOf(schema: object): readonly object[] {
  const items: unknown = Reflect.get(schema, 'items');
  return typeof items === 'object' && items !== null ? [items] : [];
}
