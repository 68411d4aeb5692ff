/** What is wrong with an imported rule, and where: a JSON pointer into the document. */
export interface RuleError {
  readonly path: string;
  readonly fault: RuleFaultWord;
}

export type RuleFaultWord =
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

/** A place in an imported document. Faults are gathered, so that one import names them all. */
export interface ImportCursor {
  readonly path: string;
  readonly value: unknown;
  readonly faults: RuleError[];
}

/** Remembers a fault at this place. */
export function blame(cursor: ImportCursor, fault: RuleFaultWord): void {
  cursor.faults.push({ path: cursor.path, fault });
}

/** The place of one member; only the object's own members are seen. */
export function memberOf(cursor: ImportCursor, name: string): ImportCursor {
  const { value } = cursor;
  const found =
    typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name) : undefined;
  return { path: `${cursor.path}/${name}`, value: valueOf(found), faults: cursor.faults };
}

function valueOf(found: PropertyDescriptor | undefined): unknown {
  return found?.value;
}

/** The places of a list's items; a fault when it is no list or too short or too long. */
export function itemsOf(cursor: ImportCursor, listMax: number): readonly ImportCursor[] {
  const { value, path, faults } = cursor;
  if (!Array.isArray(value)) {
    blame(cursor, 'not-a-list');
    return [];
  }
  if (value.length === 0 || value.length > listMax) {
    blame(cursor, 'list-length');
    return [];
  }
  return value.map((item: unknown, index) => ({ path: `${path}/${index}`, value: item, faults }));
}

/** Blames whatever is no object, and every member nobody asked for. */
export function checkMembers(cursor: ImportCursor, names: readonly string[]): void {
  const { value } = cursor;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    blame(cursor, 'not-an-object');
    return;
  }
  const known = new Set(names);
  // Reflect sees what a loop over keys would not: hidden members too.
  for (const name of Reflect.ownKeys(value)) {
    if (typeof name !== 'string' || !known.has(name)) {
      blame({ ...cursor, path: `${cursor.path}/${String(name)}` }, 'unknown-member');
    }
  }
}

/** A text of a certain shape. What is wrong gives the empty text; the rule is dropped for its fault anyway. */
export function readText(cursor: ImportCursor, shape: RegExp): string {
  if (cursor.value === undefined) {
    blame(cursor, 'missing');
    return '';
  }
  if (typeof cursor.value !== 'string') {
    blame(cursor, 'not-a-text');
    return '';
  }
  if (!shape.test(cursor.value)) blame(cursor, 'text-shape');
  return cursor.value;
}

/** A text that must be one of a list; absent gives what stands for absence. */
export function readLiteral<T extends string>(
  cursor: ImportCursor,
  literals: readonly T[],
  absent: T | undefined,
): T | undefined {
  if (cursor.value === undefined && absent !== undefined) return absent;
  const found = literals.find((literal) => literal === cursor.value);
  if (found === undefined) blame(cursor, cursor.value === undefined ? 'missing' : 'not-a-literal');
  return found;
}

/** A whole number from 1 up to a limit. */
export function readCount(cursor: ImportCursor, max: number): number {
  const { value } = cursor;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  blame(cursor, value === undefined ? 'missing' : 'not-a-count');
  return 0;
}

/** True or false; absent gives what stands for absence. */
export function readTruth<T extends boolean | undefined>(cursor: ImportCursor, absent: T): boolean | T {
  if (cursor.value === undefined) return absent;
  if (typeof cursor.value === 'boolean') return cursor.value;
  blame(cursor, 'not-a-truth-value');
  return absent;
}
