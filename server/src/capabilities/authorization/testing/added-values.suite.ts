import { insertBankValue, type TestValue } from '#platform/testing/bank-values.ts';
import type { AddedList } from '../domain/added-literal.ts';
import type { AuthorizationTestApp } from './authorization-test-app.suite.ts';

/** A value of a list of authorization that a test gives to a bank. */
interface AddedValue {
  readonly list: AddedList;
  readonly literal: string;
  readonly bankId?: string;
}

/** Adds a value. Its code is the literal. */
export async function addValue({ database }: AuthorizationTestApp, value: AddedValue): Promise<void> {
  await insertBankValue(database, definitionOf(value));
}

/** Ends a value that was added. */
export async function endValue({ database }: AuthorizationTestApp, value: AddedValue): Promise<void> {
  const endedAt = '2020-02-01T00:00:00Z';
  await insertBankValue(database, { ...definitionOf(value), validUntil: endedAt, decidedAt: endedAt });
}

function definitionOf({ list, literal, ...bank }: AddedValue): TestValue {
  return { ...bank, schemaId: list, literal, code: literal, texts: { en: literal } };
}
