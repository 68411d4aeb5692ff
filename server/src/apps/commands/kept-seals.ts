import type { KnownSeal } from '#platform/work/audit-verifier.ts';

/** A seal as the log told it when it was made. */
export interface KeptSeal extends KnownSeal {
  readonly bankId: string;
}

/** Seals in the lines of an archived log; whatever else stands there is passed over. */
export function keptSealsIn(log: string): readonly KeptSeal[] {
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
    // A log may hold lines of others, and half of one at its end.
  } catch {
    return {};
  }
}
