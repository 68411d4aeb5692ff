import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type ScriptPart, scriptOf } from './page-script.ts';

const lengthMaxBytes = 5_000;
const every: readonly (readonly ScriptPart[])[] = [
  [],
  ['passkey'],
  ['show-password'],
  ['text-message-code'],
  ['passkey', 'show-password', 'text-message-code'],
];

describe.each(every)('the script of a page', (...parts) => {
  const source = scriptOf(parts);

  it('is parsed by a browser, and is small', () => {
    expect(() => new Script(`(async () => {${source}})`)).not.toThrow();
    expect(Buffer.byteLength(source)).toBeLessThan(lengthMaxBytes);
  });

  it('creates no code and no markup from text, and sends no requests', () => {
    expect(source).not.toMatch(
      /eval|Function\(|innerHTML|insertAdjacent|document\.write|fetch\(|XMLHttp|Beacon/,
    );
    expect(source).not.toContain('</');
  });
});
