import type { WindowResponse } from '../harness/maintenance-client.ts';

/** An idempotency key and all responses to it. */
export interface LedgerEntry {
  readonly key: string;
  readonly bankId: string;
  readonly message: string;
  readonly responses: WindowResponse[];
}

/** Rows of the database for one window. */
export interface StoredWindow {
  readonly message: string;
  readonly windowId: string;
  readonly keys: number;
  readonly audits: number;
  readonly events: number;
}

export interface LedgerVerdict {
  readonly acknowledged: number;
  /** Requests without a response; each may have happened once or not at all. */
  readonly unknown: number;
  readonly duplicates: number;
  readonly lost: number;
  /** Keys with more than one response. */
  readonly unequal: number;
  /** Windows without exactly one key, audit entry and event. */
  readonly incomplete: number;
  /** Windows without a request. */
  readonly unexpectedWindows: number;
}

export function isAcknowledged({ responses }: LedgerEntry): boolean {
  return responses.some(({ status }) => status === 201);
}

/** Compares the responses to callers with the database. */
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
    lost: acknowledged.filter((entry) => !windowsOf(entry).some((window) => isSameWindow(entry, window)))
      .length,
    unequal: acknowledged.filter((entry) => !hasOneResponse(entry)).length,
    incomplete: windows.filter(({ keys, audits, events }) => keys !== 1 || audits !== 1 || events !== 1)
      .length,
    unexpectedWindows: windows.filter(({ message }) => !known.has(message)).length,
  };
}

/** Tells whether the stored window is the one in every response. */
function isSameWindow({ responses }: LedgerEntry, { windowId }: StoredWindow): boolean {
  return responses
    .filter(({ status }) => status === 201)
    .every(({ text, location }) => text.includes(windowId) && location?.endsWith(windowId) === true);
}

function hasOneResponse({ responses }: LedgerEntry): boolean {
  const created = responses.filter(({ status }) => status === 201);
  return new Set(created.map(({ text, location }) => `${location} ${text}`)).size === 1;
}
