import type { DocumentPatch } from '#platform/http/body-kinds.ts';
import { mergePatch } from '#platform/kernel/json-merge-patch.ts';
import { applyPatch } from '#platform/kernel/json-patch.ts';
import { isSameJson } from '#platform/kernel/json-value.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { problems } from '../problems.ts';

type Document = Readonly<Record<string, unknown>>;

/**
 * Applies a patch to a document and returns the members that differ afterwards, each as a whole; null for a member that
 * is gone. So both kinds of patches become the same change, and a patch that changes nothing is none.
 */
export function changedMembers(document: Document, patch: DocumentPatch): Document {
  const after = patched(document, patch);
  if (typeof after !== 'object' || after === null || Array.isArray(after))
    throw invalid([{ part: 'body', path: [], code: 'type', message: 'Must be object.' }]);
  const members: Document = { ...after };
  const names = new Set([...Object.keys(document), ...Object.keys(members)]);
  return Object.fromEntries(
    [...names]
      .filter((name) => !isSameJson(document[name], members[name]))
      .map((name) => [name, members[name] === undefined ? null : members[name]]),
  );
}

function patched(document: Document, patch: DocumentPatch): unknown {
  if (patch.kind === 'merge') return mergePatch(document, patch.patch);
  const result = applyPatch(document, patch.operations);
  switch (result.kind) {
    case 'done':
      return result.document;
    // RFC 5789 2.2: the state of the resource conflicts with the patch, or the patch cannot be processed.
    case 'test-failed':
      throw problems['patch-test-failed']({ details: { operation: result.index } });
    case 'not-applicable':
      throw problems['patch-not-applicable']({ details: { operation: result.index } });
  }
}

/** A schema as far as the names of its members matter. */
interface ObjectSchema {
  readonly properties: Readonly<Record<string, object>>;
}

/**
 * Returns the unknown members that a merge patch clears, at any depth. Clearing one changes no document, so validating
 * the changed document does not find it.
 */
export function unknownNames(patch: DocumentPatch, schema: ObjectSchema): readonly FieldError[] {
  return patch.kind === 'merge' ? clearedUnknown(patch.patch, schema, []) : [];
}

function clearedUnknown(
  members: object,
  { properties }: ObjectSchema,
  path: readonly string[],
): readonly FieldError[] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const at = [...path, name.slice(0, nameMax)];
    if (value === null && known === undefined)
      return [{ part: 'body', path: at, code: 'unknown-field', message: 'Unknown field.' } as const];
    return typeof value === 'object' && value !== null && isObjectSchema(known)
      ? clearedUnknown(value, known, at)
      : [];
  });
}

function isObjectSchema(schema: object | undefined): schema is ObjectSchema {
  return schema !== undefined && 'properties' in schema;
}

const nameMax = 200;

/** Names members that belong to another operation, so that the client learns where to send them. */
export function pointTo(
  errors: readonly FieldError[],
  elsewhere: { readonly names: readonly string[]; readonly operation: string },
): readonly FieldError[] {
  return errors.map((error) => {
    const [name] = error.path;
    const isThere = error.code === 'unknown-field' && elsewhere.names.includes(String(name));
    return isThere && error.path.length === 1
      ? { ...error, message: `Unknown field. Use ${elsewhere.operation}.` }
      : error;
  });
}

export function rejectInvalid(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(errors);
}

function invalid(fieldErrors: readonly FieldError[]): Error {
  return standardProblems.invalid({ fieldErrors });
}
