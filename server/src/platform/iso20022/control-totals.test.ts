import { describe, expect, it } from 'vitest';
import { isTotal, totalOf } from './control-totals.ts';

describe('a control sum', () => {
  it('is compared as a number, exactly', () => {
    const total = totalOf(['100.10', '0.2', '22']) ?? -1n;
    expect(['122.3', '122.30', '000122.30000000000000000'].map((text) => isTotal(text, total))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isTotal('122.30000000000000001', total)).toBe(false);
    expect(isTotal(String(0.1 + 0.2), totalOf(['0.1', '0.2']) ?? -1n)).toBe(false);
  });

  it.each(['', '-1', '+1', '1e3', '1,5', '.5', '5.', '1234567890123456789', '1.123456789012345678'])(
    'is no number: %j',
    (text) => {
      expect(totalOf(['1', text])).toBeUndefined();
      expect(isTotal(text, 1n)).toBe(false);
    },
  );
});
