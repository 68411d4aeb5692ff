import { expect, test } from 'vitest';
import type { Instruction } from '../domain/instruction.ts';
import { submitInstruction } from '../operations/submit-instruction.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import { CoreFailure } from '../ports/core-failure.ts';
import { balance, funded, order } from './core-cases.suite.ts';
import type { CoreHarness } from './core-harness.suite.ts';

/** A core whose submissions do what the test says; everything else passes through. */
function through(core: CoreBank, submit: CoreBank['submit']): CoreBank {
  return { ...core, submit };
}

export function lossCases(create: () => Promise<CoreHarness>): void {
  test('an answer that is lost is asked for; the instruction is not submitted again', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    let submissions = 0;
    const lossy = through(harness.core, async (instruction) => {
      submissions += 1;
      await harness.core.submit(instruction);
      throw new CoreFailure('unknown', 'the answer is lost');
    });
    expect(await submitInstruction(lossy, order(accountId))).toMatchObject({ state: 'accepted' });
    expect(submissions).toBe(1);
    expect(await balance(harness.core, accountId)).toEqual({ booked: 100_00n, available: 90_00n });
  });

  test('a request that is lost is submitted again once the core proves that it has nothing', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    let submissions = 0;
    const lossy = through(harness.core, async (instruction) => {
      submissions += 1;
      if (submissions === 1) throw new CoreFailure('unknown', 'the request is lost');
      return harness.core.submit(instruction);
    });
    const unproven = { ...lossy, isNotKnownProof: false };
    expect(await submitInstruction(unproven, order(accountId))).toBe('unknown');
    expect(submissions).toBe(1);
    submissions = 0;
    expect(await submitInstruction(lossy, order(accountId))).toMatchObject({ state: 'accepted' });
    expect(submissions).toBe(2);
    expect(await balance(harness.core, accountId)).toEqual({ booked: 100_00n, available: 90_00n });
  });

  test('a request that arrives late, after it was submitted again, has no second effect', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    const late: Instruction[] = [];
    const slow = through(harness.core, async (instruction) => {
      if (late.push(instruction) === 1) throw new CoreFailure('unknown', 'the request is under way');
      return harness.core.submit(instruction);
    });
    await submitInstruction(slow, order(accountId));
    const [first] = late;
    expect(first && (await harness.core.submit(first))).toMatchObject({ state: 'accepted' });
    expect(await balance(harness.core, accountId)).toEqual({ booked: 100_00n, available: 90_00n });
  });

  test('requests that are doubled and answers that are reordered have one effect', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    const doubling = through(harness.core, async (instruction) => {
      const answers = await Promise.all([harness.core.submit(instruction), harness.core.submit(instruction)]);
      const [, last] = answers;
      return last ?? answers[0];
    });
    const instructions = Array.from({ length: 5 }, () => order(accountId));
    const statuses = await Promise.all(instructions.map((one) => submitInstruction(doubling, one)));
    const ids = statuses.map((status) => (typeof status === 'string' ? status : status.instructionId));
    expect(ids).toEqual(instructions.map(({ instructionId }) => instructionId));
    expect(await balance(harness.core, accountId)).toEqual({ booked: 100_00n, available: 50_00n });
  });

  test('a core that was not reached is not asked, and nothing happened', async () => {
    await using harness = await create();
    const accountId = await funded(harness, 100_00);
    let asked = 0;
    const away: CoreBank = {
      ...harness.core,
      submit: async () => {
        throw new CoreFailure('not-sent', 'connection refused');
      },
      statusOf: async () => {
        asked += 1;
        return 'not-known';
      },
    };
    expect(await submitInstruction(away, order(accountId))).toBe('not-sent');
    expect(asked).toBe(0);
    expect(await balance(harness.core, accountId)).toEqual({ booked: 100_00n, available: 100_00n });
  });
}
