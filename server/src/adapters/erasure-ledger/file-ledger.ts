import { open } from 'node:fs/promises';
import type { Erasure, ErasureLedger } from '#capabilities/party/index.ts';
import { ifMissing } from '#platform/kernel/missing-file.ts';
import type { Ending, EndingLedger } from '#platform/work/ending-ledger.ts';

/**
 * The ledger as a file of JSON lines: erasures, and other endings that must survive a restore. A line counts when it is
 * on disk; a line torn by a crash was never acknowledged, so its erasure has not happened yet, and any other ending is
 * appended again.
 */
export function createFileLedger(path: string): ErasureLedger {
  return {
    append: ({ bankId, erasedAt, partyNumber }) => appendLine(path, { bankId, partyNumber, erasedAt }),
    list: () => linesOf(path, erasureIn),
  };
}

/** The other lines of the same file. */
export function createEndingLedger(path: string): EndingLedger {
  return {
    append: ({ at, bankId, event, reason, subject, until }) =>
      appendLine(path, { event, bankId, subject, at, reason, until }),
    list: () => linesOf(path, endingIn),
  };
}

async function appendLine(path: string, line: Readonly<Record<string, unknown>>): Promise<void> {
  await using file = await open(path, 'a', 0o600);
  // The leading line break ends a torn line of another writer.
  await file.appendFile(`\n${JSON.stringify(line)}\n`);
  await file.sync();
}

/** Line by line: the file grows for years. */
async function linesOf<Line>(
  path: string,
  read: (members: Readonly<Record<string, unknown>>) => Line | undefined,
): Promise<readonly Line[]> {
  await using file = await open(path).catch(ifMissing);
  const found: Line[] = [];
  if (file === undefined) return found;
  for await (const text of file.readLines()) {
    const members = jsonIn(text);
    const line = members && read(members);
    if (line !== undefined) found.push(line);
  }
  return found;
}

function erasureIn(members: Readonly<Record<string, unknown>>): Erasure | undefined {
  const { bankId, erasedAt, partyNumber } = members;
  return isWord(bankId) && isWord(erasedAt) && isWord(partyNumber)
    ? { bankId, erasedAt, partyNumber }
    : undefined;
}

function endingIn(members: Readonly<Record<string, unknown>>): Ending | undefined {
  const { at, bankId, event, reason, subject, until } = members;
  if (!isWord(at) || !isWord(bankId) || !isWord(event) || !isWord(subject)) return undefined;
  return {
    event,
    bankId,
    subject,
    at,
    ...(isWord(reason) ? { reason } : {}),
    ...(isWord(until) ? { until } : {}),
  };
}

function isWord(member: unknown): member is string {
  return typeof member === 'string' && member !== '';
}

function jsonIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? { ...read } : undefined;
    // An empty or torn line.
  } catch {
    return undefined;
  }
}
