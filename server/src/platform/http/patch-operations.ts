import Type from 'typebox';
import type { FieldError } from '#platform/kernel/problem.ts';

/** A patch has at most this many operations. */
const patchOperationsMax = 50;
const pointerMax = 200;

/** RFC 6901 */
const pointer = Type.String({ maxLength: pointerMax, pattern: '^(?:/(?:[^~/]|~[01])*)*$' });

/** A JSON Patch (RFC 6902). */
export const patchOperations = Type.Array(
  Type.Object(
    {
      op: Type.Enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: pointer,
      from: Type.Optional(pointer),
      value: Type.Optional(Type.Unknown()),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: patchOperationsMax },
);

const needed: Readonly<Record<string, 'value' | 'from'>> = {
  add: 'value',
  replace: 'value',
  test: 'value',
  move: 'from',
  copy: 'from',
};

/** Returns the members that operations of a valid list need and do not have. */
export function missingMembers(operations: unknown): readonly FieldError[] {
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown, index): readonly FieldError[] => {
    if (typeof operation !== 'object' || operation === null) return [];
    const member = needed[String(Reflect.get(operation, 'op'))];
    if (member === undefined || Object.hasOwn(operation, member)) return [];
    return [{ part: 'body', path: [index, member], code: 'required', message: 'Field is required.' }];
  });
}
