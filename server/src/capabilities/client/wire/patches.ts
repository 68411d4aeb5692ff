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

/** Returns the members of a merge patch that are not known; one that clears an unknown member changes no document. */
export function unknownNames(patch: DocumentPatch, known: readonly string[]): readonly FieldError[] {
  if (patch.kind !== 'merge') return [];
  return Object.entries(patch.patch)
    .filter(([name, value]) => value === null && !known.includes(name))
    .map(([name]) => ({
      part: 'body',
      path: [name.slice(0, nameMax)],
      code: 'unknown-field',
      message: 'Unknown field.',
    }));
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
