import { createDeviceTestApp } from '../../server/src/capabilities/client/testing/device-test-app.suite.ts';
import { chanceFrom } from '../harness/chance.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { tortureRedemptions, tortureWrongCodes } from './device-codes.ts';
import { tortureUnpairing } from './device-unpairing.ts';

interface Size {
  /** Codes that are redeemed 50 times at once. */
  readonly codes: number;
  readonly wrongCodes: number;
  /** Schedules of unpairing against approving. */
  readonly schedules: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { codes: 3, wrongCodes: 300, schedules: 40 },
  night: { codes: 20, wrongCodes: 3_000, schedules: 300 },
  full: { codes: 50, wrongCodes: 10_000, schedules: 1_000 },
};

/** `npm run torture -- devices`: a code pairs one device, guesses stop at the limit, an unpaired device approves nothing. */
export async function tortureDevices({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { codes, schedules, wrongCodes } = sizes[scale];
  await using app = await createDeviceTestApp({ poolSize: 16 });
  // The run does not test durability.
  await app.database.query(`alter database ${app.database.name} set synchronous_commit = off`);
  return [
    ...(await tortureRedemptions(app, codes)),
    ...(await tortureWrongCodes(app, wrongCodes)),
    ...(await tortureUnpairing(app, schedules, chanceFrom(seed))),
  ];
}
