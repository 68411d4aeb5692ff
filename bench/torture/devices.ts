import {
  createDeviceTestApp,
  type DeviceTestApp,
} from '../../server/src/capabilities/client/testing/device-test-app.suite.ts';
import { chanceFrom } from '../harness/chance.ts';
import type { Figure } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { tortureRedemptions, tortureWrongCodes } from './device-codes.ts';
import { type FloodSize, tortureDeviceFloods } from './device-floods.ts';
import { tortureEmailTimes, tortureRefusalTimes } from './device-times.ts';
import { tortureUnpairing } from './device-unpairing.ts';

interface Size {
  /** Codes that are redeemed 50 times at once. */
  readonly codes: number;
  readonly wrongCodes: number;
  /** Schedules of unpairing against approving. */
  readonly schedules: number;
  readonly floods: FloodSize;
  /** Pairs of refusals whose times are compared; none beside other steps of a gate. */
  readonly timed: number;
}

const sizes: Readonly<Record<Scale, Size>> = {
  ci: { codes: 3, wrongCodes: 300, schedules: 40, floods: { flooded: 2, atOnce: 10 }, timed: 0 },
  night: { codes: 20, wrongCodes: 3_000, schedules: 300, floods: { flooded: 20, atOnce: 20 }, timed: 500 },
  full: {
    codes: 50,
    wrongCodes: 10_000,
    schedules: 1_000,
    floods: { flooded: 50, atOnce: 50 },
    timed: 2_000,
  },
};

/** `npm run torture -- devices`: a code pairs one device, guesses stop at the limit, an unpaired device approves nothing, and one that floods leaves room. */
export async function tortureDevices({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  const { codes, floods, schedules, timed, wrongCodes } = sizes[scale];
  await using app = await createDeviceTestApp({ poolSize: 16 });
  // The run does not test durability.
  await app.database.query(`alter database ${app.database.name} set synchronous_commit = off`);
  return [
    ...(await tortureRedemptions(app, codes)),
    ...(await tortureWrongCodes(app, wrongCodes)),
    ...(await tortureUnpairing(app, schedules, chanceFrom(seed))),
    ...(await tortureDeviceFloods(floods, chanceFrom(seed))),
    ...(timed === 0 ? [] : await tortureTimes(app, timed, seed)),
  ];
}

async function tortureTimes(app: DeviceTestApp, pairs: number, seed: number): Promise<readonly Figure[]> {
  return [
    ...(await tortureRefusalTimes(app, pairs, chanceFrom(seed))),
    ...(await tortureEmailTimes(pairs, chanceFrom(seed))),
  ];
}
