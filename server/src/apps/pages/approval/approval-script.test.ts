import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type ApprovalScriptPart, approvalScriptOf } from './approval-script.ts';

const lengthMaxBytes = 5_000;
const every: readonly (readonly ApprovalScriptPart[])[] = [
  [],
  ['countdown', 'show-password'],
  ['countdown', 'account-count'],
  ['countdown', 'text-message-code'],
  ['countdown', 'passkey'],
  ['countdown', 'live-status'],
  ['countdown', 'passkey', 'live-status', 'text-message-code', 'account-count', 'show-password'],
];

describe.each(every)('the script of an approval page', (...parts) => {
  const source = approvalScriptOf(parts);

  it('is parsed by a browser, and is small', () => {
    expect(() => new Script(`(async () => {${source}})`)).not.toThrow();
    expect(Buffer.byteLength(source)).toBeLessThan(lengthMaxBytes);
  });

  it('creates no code and no markup from text, and requests nothing but the status', () => {
    expect(source).not.toMatch(/eval|Function\(|innerHTML|insertAdjacent|document\.write|XMLHttp|Beacon/);
    expect(/fetch\(|EventSource/.test(source)).toBe(parts.includes('live-status'));
    expect(source).not.toContain('</');
  });
});
