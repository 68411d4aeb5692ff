import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

/** Folder for what the tests observed; the `tests` step sets it and compares the contents with the contracts. */
const folder = process.env['OBSERVED_RESPONSES'];
const recorded = new Set<string>();

/**
 * Records the operation, status and problem of a request from its log line. Each process and thread writes its own
 * file, one line per combination, at once: a worker of the test runner may be killed at its end.
 */
export function recordResponse(line: Readonly<Record<string, unknown>>): void {
  if (folder === undefined || line['message'] !== 'request') return;
  const { operationId, problem, status } = line;
  const observed = JSON.stringify({ operationId, status, problem });
  if (recorded.has(observed)) return;
  recorded.add(observed);
  appendFileSync(join(folder, `${process.pid}-${threadId}.jsonl`), `${observed}\n`);
}
