import type { WindowResponse } from '../harness/maintenance-client.ts';

/** One key and everything that was ever answered to it. */
export interface LedgerEntry {
  readonly key: string;
  readonly bankId: string;
  readonly message: string;
  readonly answers: WindowResponse[];
}

/** What stands in the database for one message. */
export interface StoredWindow {
  readonly message: string;
  readonly windowId: string;
  readonly keys: number;
  readonly audits: number;
  readonly events: number;
}

export interface LedgerVerdict {
  readonly acknowledged: number;
  /** Never acknowledged; each may or may not have happened, but not twice. */
  readonly unknown: number;
  readonly duplicates: number;
  readonly lost: number;
  /** Keys that were answered in more than one way. */
  readonly unequal: number;
  /** Windows without exactly one key, audit entry and event. */
  readonly incomplete: number;
  /** Windows nobody asked for. */
  readonly strangers: number;
}

export function isAcknowledged({ answers }: LedgerEntry): boolean {
  return answers.some(({ status }) => status === 201);
}

/** Compares what callers were told with what is there. */
export function verifyLedger(
  entries: readonly LedgerEntry[],
  windows: readonly StoredWindow[],
): LedgerVerdict {
  const byMessage = Map.groupBy(windows, ({ message }) => message);
  const known = new Set(entries.map(({ message }) => message));
  const windowsOf = (entry: LedgerEntry): readonly StoredWindow[] => byMessage.get(entry.message) ?? [];
  const acknowledged = entries.filter(isAcknowledged);
  return {
    acknowledged: acknowledged.length,
    unknown: entries.length - acknowledged.length,
    duplicates: entries.filter((entry) => windowsOf(entry).length > 1).length,
    lost: acknowledged.filter((entry) => !windowsOf(entry).some((window) => isTold(entry, window))).length,
    unequal: acknowledged.filter((entry) => !isOneAnswer(entry)).length,
    incomplete: windows.filter(({ keys, audits, events }) => keys !== 1 || audits !== 1 || events !== 1)
      .length,
    strangers: windows.filter(({ message }) => !known.has(message)).length,
  };
}

/** The stored window is the one every acknowledgement names. */
function isTold({ answers }: LedgerEntry, { windowId }: StoredWindow): boolean {
  return answers
    .filter(({ status }) => status === 201)
    .every(({ text, location }) => text.includes(windowId) && location?.endsWith(windowId) === true);
}

function isOneAnswer({ answers }: LedgerEntry): boolean {
  const told = answers.filter(({ status }) => status === 201);
  return new Set(told.map(({ text, location }) => `${location} ${text}`)).size === 1;
}
