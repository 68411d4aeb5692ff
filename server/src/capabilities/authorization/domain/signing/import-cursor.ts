/** An error in an imported rule, and its JSON pointer in the document. */
export interface RuleError {
  readonly path: string;
  readonly error: RuleErrorCode;
}

export type RuleErrorCode =
  | 'not-an-object'
  | 'not-a-list'
  | 'list-length'
  | 'unknown-member'
  | 'missing'
  | 'not-a-text'
  | 'text-shape'
  | 'not-a-count'
  | 'not-a-truth-value'
  | 'not-a-literal'
  | 'not-a-currency'
  | 'not-an-amount'
  | 'not-a-time'
  | 'not-a-duration'
  | 'band-is-empty'
  | 'validity-is-empty'
  | 'combination-not-allowed'
  | 'entity-twice';

/** A position in an imported document. Errors are collected, so that one import reports all of them. */
export interface ImportCursor {
  readonly path: string;
  readonly value: unknown;
  readonly errors: RuleError[];
}

/** Records an error at this position. */
export function addError(cursor: ImportCursor, error: RuleErrorCode): void {
  cursor.errors.push({ path: cursor.path, error });
}

/** Returns the position of one member; inherited members are ignored. */
export function memberOf(cursor: ImportCursor, name: string): ImportCursor {
  const { value } = cursor;
  const found =
    typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name) : undefined;
  return { path: `${cursor.path}/${name}`, value: valueOf(found), errors: cursor.errors };
}

function valueOf(found: PropertyDescriptor | undefined): unknown {
  return found?.value;
}

/** Returns the positions of the items of a list; records an error when it is no list or too short or too long. */
export function itemsOf(cursor: ImportCursor, listMax: number): readonly ImportCursor[] {
  const { value, path, errors } = cursor;
  if (!Array.isArray(value)) {
    addError(cursor, 'not-a-list');
    return [];
  }
  if (value.length === 0 || value.length > listMax) {
    addError(cursor, 'list-length');
    return [];
  }
  return value.map((item: unknown, index) => ({ path: `${path}/${index}`, value: item, errors }));
}

/** Records an error when the value is no object, and for every unknown member. */
export function checkMembers(cursor: ImportCursor, names: readonly string[]): void {
  const { value } = cursor;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    addError(cursor, 'not-an-object');
    return;
  }
  const known = new Set(names);
  // Reflect also returns non-enumerable members.
  for (const name of Reflect.ownKeys(value)) {
    if (typeof name !== 'string' || !known.has(name)) {
      addError({ ...cursor, path: `${cursor.path}/${String(name)}` }, 'unknown-member');
    }
  }
}

/** Reads a text of a certain shape. Returns an empty text on error; the rule is dropped because of the error. */
export function readText(cursor: ImportCursor, shape: RegExp): string {
  if (cursor.value === undefined) {
    addError(cursor, 'missing');
    return '';
  }
  if (typeof cursor.value !== 'string') {
    addError(cursor, 'not-a-text');
    return '';
  }
  if (!shape.test(cursor.value)) addError(cursor, 'text-shape');
  return cursor.value;
}

/** Reads a literal of a list; returns `absent` when it is missing. */
export function readLiteral<T extends string>(
  cursor: ImportCursor,
  literals: readonly T[],
  absent: T | undefined,
): T | undefined {
  if (cursor.value === undefined && absent !== undefined) return absent;
  const found = literals.find((literal) => literal === cursor.value);
  if (found === undefined) addError(cursor, cursor.value === undefined ? 'missing' : 'not-a-literal');
  return found;
}

/** Reads an integer from 1 up to a maximum. */
export function readCount(cursor: ImportCursor, max: number): number {
  const { value } = cursor;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  addError(cursor, value === undefined ? 'missing' : 'not-a-count');
  return 0;
}

/** Reads a boolean; returns `absent` when it is missing. */
export function readBoolean<T extends boolean | undefined>(cursor: ImportCursor, absent: T): boolean | T {
  if (cursor.value === undefined) return absent;
  if (typeof cursor.value === 'boolean') return cursor.value;
  addError(cursor, 'not-a-truth-value');
  return absent;
}
