import { expect, test } from 'vitest';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DeviceCodes } from '../ports/device-codes.ts';

/** An implementation of the port, with a user who has a paired device. */
export interface DeviceCodesCase {
  readonly codes: DeviceCodes;
  readonly context: Context;
  readonly userId: string;
  /** Verifies a code of the device and returns the token about it. */
  issue(): Promise<string>;
  /** Ends the pairing of the device. */
  unpair(): Promise<void>;
}

/** What every implementation of `DeviceCodes` does. */
export function deviceCodesSuite(create: () => Promise<DeviceCodesCase>): void {
  test('a token about a code is used once, for its user, while its device is paired', async () => {
    const { codes, context, issue, unpair, userId } = await create();
    const inCommand = <Result>(run: (work: Work) => Promise<Result>): Promise<Result> =>
      runCommand(context, async (work) => {
        work.audit({ aggregateKind: 'user', aggregateId: userId, changes: [] });
        return run(work);
      });
    for (const text of ['', 'a.b.c', 'x'.repeat(4_000)])
      expect(await codes.prepare(context, text)).toBeUndefined();
    const token = await issue();
    const prepared = await codes.prepare(context, token);
    expect(prepared?.userId).toBe(userId);
    const use = () => inCommand(async (work) => prepared?.consume(work));
    const used = await Promise.all([use(), use(), use()]);
    const [code, ...others] = used.filter((each) => each !== undefined);
    expect(others).toEqual([]);
    if (code === undefined) throw new Error('the token was not accepted');
    const isPaired = (of: string) =>
      inCommand((work) => codes.lockDevice(context, work, { ...code, userId: of }));
    expect([await isPaired(userId), await isPaired('usr_other')]).toEqual([true, false]);
    await unpair();
    expect(await isPaired(userId)).toBe(false);
    expect(await use()).toBeUndefined();
  });
}
