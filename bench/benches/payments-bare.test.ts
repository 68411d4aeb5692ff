import { expect, test } from 'vitest';
import type { RecordedFlush } from '../harness/statement-recorder.ts';
import { bareScript } from './payments-bare.ts';

const payment = (id: string): string => `01a1e885-58ad-79a9-be6e-${id.padStart(12, '0')}`;
const typesOf = async (): Promise<readonly string[]> => ['text', 'uuid', 'timestamptz'];

function recording(id: string, at: string): readonly RecordedFlush[] {
  return [
    [{ text: 'select $1', values: ['01'] }],
    [
      { text: 'begin', values: [] },
      { text: 'insert $1, $2, $3', values: ['01', payment(id), at] },
      { text: 'mark $2 for $1, $3', values: ['01', payment(id), null] },
      { text: 'commit', values: [] },
    ],
  ];
}

const background: RecordedFlush = [{ text: 'select 1', values: [] }];

test('sends the statements of a request in its round trips, with ids that are new each time', async () => {
  const recordings = [
    [...recording('1', '10:00'), background],
    recording('2', '10:01'),
    recording('3', '10:02'),
  ];
  const { roundTrips, script, statements, values } = await bareScript(recordings, typesOf);
  expect({ roundTrips, statements, values }).toEqual({
    roundTrips: 2,
    statements: 5,
    values: { v0: '01', v1: '10:01' },
  });
  const id = String.raw`\(lpad\(:round::text, 8, '0'\) .* lpad\(:n::text, 12, '0'\)\)::uuid`;
  expect(script).toMatch(new RegExp(`^insert :v0, ${id}, :v1;$`, 'm'));
  expect(script).toMatch(new RegExp(`^mark ${id} for :v0, null;$`, 'm'));
  expect(script).not.toContain(payment('2'));
});

test('refuses recordings of which no two are equal', async () => {
  const others = [recording('1', '10:00'), [background]];
  await expect(bareScript(others, typesOf)).rejects.toThrow('no two requests sent the same statements');
});
