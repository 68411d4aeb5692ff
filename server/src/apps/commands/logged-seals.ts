import type { KnownSeal } from '#platform/work/audit-verifier.ts';

/** Seal from a log line. */
export interface LoggedSeal extends KnownSeal {
  readonly bankId: string;
}

/** Returns the seals in the lines of an archived log; ignores other lines. */
export function sealsInLog(log: string): readonly LoggedSeal[] {
  return log.split('\n').flatMap((line) => {
    const { bankId, count, sealHash } = fieldsOf(line);
    return typeof bankId === 'string' && typeof count === 'number' && typeof sealHash === 'string'
      ? [{ bankId, entryNo: BigInt(count), hash: sealHash }]
      : [];
  });
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = line.includes('"sealHash"') ? JSON.parse(line) : undefined;
    return typeof value === 'object' && value !== null ? { ...value } : {};
    // A log may contain other lines, and an incomplete one at its end.
  } catch {
    return {};
  }
}
