import ts from 'typescript';
import type { PostgresType } from './catalogue.ts';

/** The TypeScript forms in which values of the database are read (`values.ts`). */
export type Form = 'string' | 'number' | 'bigint' | 'boolean' | 'Buffer' | 'Instant' | 'PlainDate' | 'json';

/** PostgreSQL type → form, as the parsers of `values.ts` and the driver make it. Others have no form yet. */
export const formsOfTypes: Readonly<Record<string, Form>> = {
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  numeric: 'string',
  void: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'bigint',
  bytea: 'Buffer',
  timestamptz: 'Instant',
  date: 'PlainDate',
  json: 'json',
  jsonb: 'json',
};

/** Compares types of TypeScript with types of PostgreSQL. */
export interface WireTypes {
  /** Why a column of this type is not what the row type says; undefined when it is. */
  readError(declared: ts.Type, type: PostgresType): string | undefined;
  /** Why a value of this type cannot be bound to a parameter; undefined when it can. */
  bindError(given: ts.Type, type: PostgresType): string | undefined;
}

export function wireTypes(checker: ts.TypeChecker): WireTypes {
  const isForm = (type: ts.Type, form: Form): boolean => formChecks[form](checker, type);
  return {
    readError(declared, { element, name }) {
      const form = formsOfTypes[element ?? name];
      const text = checker.typeToString(declared);
      if (form === undefined)
        return `PostgreSQL returns ${name}, for which values.ts declares no form; cast it`;
      if (element === undefined)
        return isForm(declared, form)
          ? undefined
          : `the row type says ${text}, PostgreSQL returns ${name} (${form})`;
      const item = elementOf(checker, declared);
      return item !== undefined && isForm(item, form)
        ? undefined
        : `the row type says ${text}, PostgreSQL returns ${element}[] (${form}[])`;
    },
    bindError(given, { element, name }) {
      const value = checker.getNonNullableType(given);
      const isBindable =
        element === undefined ? isBound(checker, value, name) : isBoundList(checker, value, element);
      if (isBindable) return undefined;
      const wanted = element === undefined ? name : `${element}[]`;
      return `is bound to ${checker.typeToString(value)}, PostgreSQL expects ${wanted}`;
    },
  };
}

type FormCheck = (checker: ts.TypeChecker, type: ts.Type) => boolean;

const assignableTo =
  (target: (checker: ts.TypeChecker) => ts.Type): FormCheck =>
  (checker, type) =>
    !isLoose(type) && checker.isTypeAssignableTo(type, target(checker));

const named =
  (name: string): FormCheck =>
  (_, type) =>
    type.getSymbol()?.getName() === name;

const formChecks: Readonly<Record<Form, FormCheck>> = {
  string: assignableTo((checker) => checker.getStringType()),
  number: assignableTo((checker) => checker.getNumberType()),
  bigint: assignableTo((checker) => checker.getBigIntType()),
  boolean: assignableTo((checker) => checker.getBooleanType()),
  Buffer: named('Buffer'),
  Instant: named('Instant'),
  PlainDate: named('PlainDate'),
  // JSON is parsed into whatever was stored, so that only what JSON cannot hold is wrong.
  json: (checker, type) =>
    !(['bigint', 'Buffer', 'Instant', 'PlainDate'] as const).some((form) => formChecks[form](checker, type)),
};

/** `any` and `never` are assignable to everything, and would hide a mismatch. */
function isLoose(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) !== 0;
}

function elementOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  const list = checker.getNonNullableType(type);
  return checker.isArrayLikeType(list) ? checker.getIndexTypeOfType(list, ts.IndexKind.Number) : undefined;
}

function isBoundList(checker: ts.TypeChecker, type: ts.Type, element: string): boolean {
  // A list may also be given as the text of one.
  if (formChecks.string(checker, type) || isUnknown(type)) return true;
  const item = elementOf(checker, type);
  return item !== undefined && isBound(checker, checker.getNonNullableType(item), element);
}

/** Which forms `toParameter` writes in a way that PostgreSQL reads as this type. */
const bindable: Readonly<Record<string, readonly Form[]>> = {
  bool: ['boolean'],
  int2: ['number'],
  int4: ['number'],
  int8: ['number', 'bigint'],
  float4: ['number'],
  float8: ['number'],
  numeric: ['number', 'bigint', 'string'],
  bytea: ['Buffer'],
  timestamptz: ['Instant', 'string'],
  date: ['PlainDate', 'string'],
};

/** Every member of a union must be bindable. Types that are not listed take text, and so whatever is written as text. */
function isBound(checker: ts.TypeChecker, type: ts.Type, name: string): boolean {
  if (isUnknown(type)) return true;
  if (name === 'json' || name === 'jsonb') return formChecks.json(checker, type);
  const forms = bindable[name];
  const parts = type.isUnion() ? type.types : [type];
  return parts.every((part) =>
    forms === undefined
      ? !formChecks.Buffer(checker, part) && elementOf(checker, part) === undefined
      : forms.some((form) => formChecks[form](checker, part)),
  );
}

/** Types that the check cannot compare: `unknown`, and what is left of `null` when null is taken away. */
function isUnknown(type: ts.Type): boolean {
  return (
    (type.flags &
      (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Never | ts.TypeFlags.TypeParameter)) !==
    0
  );
}
