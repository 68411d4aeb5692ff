import { expect, test } from 'vitest';
import { createLogger } from '#platform/log/logger.ts';
import { ledgerEventHandlers } from './restore-ledger.ts';

test.each([
  [undefined, 0, 1],
  ['/shared/ledger', 1, 0],
] as const)(
  'a worker with a ledger at %s has %i event handlers and warns %i times',
  (erasureLedger, eventHandlers, warnings) => {
    const lines: string[] = [];
    const log = createLogger({
      level: 'warn',
      destination: { write: (line: string) => void lines.push(line) },
    });
    expect(ledgerEventHandlers({ erasureLedger }, log)).toHaveLength(eventHandlers);
    expect(lines).toHaveLength(warnings);
    for (const line of lines) expect(line).toContain('restore ledger not configured: ');
  },
);
