import { expect, test } from 'vitest';
import { fieldOf } from './field.ts';

test.each([
  [['a'], 'a'],
  [['a', 'b'], 'a.b'],
  [['items', 3, 'status'], 'items[3].status'],
  [[0, 'x'], '[0].x'],
  [['a', 0, 1], 'a[0][1]'],
  [[], undefined],
  [[''], undefined],
  [['x'.repeat(300)], 'x'.repeat(200)],
] as const)('the path %j is written %s', (path, field) => {
  expect(fieldOf(path)).toBe(field);
});
