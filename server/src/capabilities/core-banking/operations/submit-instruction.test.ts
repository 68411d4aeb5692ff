import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Instruction } from '../domain/instruction.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import { CoreFailure, InstructionConflict } from '../ports/core-failure.ts';
import { createMemoryCore } from '../testing/memory-core-bank.suite.ts';
import { findOutcome } from './find-outcome.ts';
import { submitInstruction } from './submit-instruction.ts';

const instruction: Instruction = {
  instructionId: randomUUID(),
  product: 'sepa-credit-transfers',
  debtorAccountId: 'unknown',
  amount: { minor: 1n, currency: 'EUR' },
  creditor: { account: { scheme: 'iban', id: 'FR1420041010050500013M02606' }, name: 'Marie Curie' },
};

type Step = 'answer' | 'not-sent' | 'lost-before' | 'lost-after';

/** A core whose submissions end as the steps say, one after the other; it counts them. */
function scripted(
  steps: readonly Step[],
  more: Partial<CoreBank> = {},
): { core: CoreBank; calls: () => number } {
  const { core } = createMemoryCore();
  let calls = 0;
  const submit: CoreBank['submit'] = async (one) => {
    const step = steps[calls] ?? 'answer';
    calls += 1;
    if (step === 'not-sent') throw new CoreFailure('not-sent', 'refused');
    if (step === 'lost-before') throw new CoreFailure('unknown', 'no answer');
    const status = await core.submit(one);
    if (step === 'lost-after') throw new CoreFailure('unknown', 'no answer');
    return status;
  };
  return { core: { ...core, submit, ...more }, calls: () => calls };
}

/** The state of an instruction that the core has: it names no account. */
const taken = 'rejected';

test.each<readonly [string, readonly Step[], string, number]>([
  ['an answer', ['answer'], taken, 1],
  ['a lost answer', ['lost-after'], taken, 1],
  ['a lost request, then an answer', ['lost-before', 'answer'], taken, 2],
  ['a lost request twice', ['lost-before', 'lost-before'], 'unknown', 2],
  ['a lost request, then one that was not sent', ['lost-before', 'not-sent'], 'not-sent', 2],
  ['no connection', ['not-sent'], 'not-sent', 1],
])('%s is submitted at most twice', async (_, steps, expected, calls) => {
  const { calls: counted, core } = scripted(steps);
  const result = await submitInstruction(core, instruction);
  expect(typeof result === 'string' ? result : result.state).toBe(expected);
  expect(counted()).toBe(calls);
});

test('without proof that the core has nothing, a lost request stays unknown', async () => {
  const { calls, core } = scripted(['lost-before'], { isNotKnownProof: false });
  expect(await submitInstruction(core, instruction)).toBe('unknown');
  expect(calls()).toBe(1);
  expect(await findOutcome(core, instruction.instructionId)).toBe('unknown');
});

test('a core that cannot be asked leaves it unknown', async () => {
  const statusOf: CoreBank['statusOf'] = async () => {
    throw new CoreFailure('not-sent', 'away');
  };
  const { calls, core } = scripted(['lost-after'], { statusOf });
  expect(await submitInstruction(core, instruction)).toBe('unknown');
  expect(calls()).toBe(1);
});

test('another content under the same id is a mistake of the caller, not an outcome', async () => {
  const { core } = scripted([]);
  await submitInstruction(core, instruction);
  await expect(submitInstruction(core, { ...instruction, remittance: 'x' })).rejects.toBeInstanceOf(
    InstructionConflict,
  );
});
