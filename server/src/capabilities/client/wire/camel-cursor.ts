import type { FieldCursor, Path } from '#dialects/channel/field-errors.ts';

/** Returns a cursor that reports paths in the spelling of this interface, for readers of the party interface. */
export function camelCursor(cursor: FieldCursor): FieldCursor {
  const camel = (step: Path[number]): Path[number] =>
    typeof step === 'string'
      ? step.replaceAll(/-(?<letter>[a-z])/gv, (_, letter: string) => letter.toUpperCase())
      : step;
  return {
    at: (...steps) => camelCursor(cursor.at(...steps.map(camel))),
    report: (errorCode) => cursor.report(errorCode),
  };
}
