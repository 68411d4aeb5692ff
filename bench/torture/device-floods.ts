import {
  askOnDevice,
  type PairedCustomer,
  pairedCustomer,
} from '../../server/src/capabilities/sca/testing/device-asks.suite.ts';
import {
  createScaTestApp,
  type ScaTestApp,
} from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import type { Chance } from '../harness/chance.ts';
import type { Figure } from '../harness/report.ts';

export interface FloodSize {
  /** Customers whose devices are flooded. */
  readonly flooded: number;
  /** Requests at the same moment, after each step of the clock. */
  readonly atOnce: number;
}

interface Tally {
  /** Requests of the third party that floods, and those that reached a device. */
  sent: number;
  reached: number;
  /** Requests of the other third party, and those that were not served at once. */
  others: number;
  refused: number;
  /** Devices with more than three requests in ten minutes, or two open ones of one third party. */
  wrong: number;
}

const stepSeconds = 30;
const floodSeconds = 5 * 60;

/**
 * A third party floods the devices of customers for five minutes, with many requests at once. Another one, which asks at
 * some moment of the flood, is served at once.
 */
export async function tortureDeviceFloods(
  { atOnce, flooded }: FloodSize,
  chance: Chance,
): Promise<readonly Figure[]> {
  await using app = await createScaTestApp();
  app.choose({ approaches: ['DECOUPLED'] });
  const tally: Tally = { sent: 0, reached: 0, others: 0, refused: 0, wrong: 0 };
  for (let count = 0; count < flooded; count += 1)
    await flood(app, {
      atOnce,
      tally,
      otherAt: stepSeconds * chance.integer(0, floodSeconds / stepSeconds - 1),
    });
  return [
    {
      name: 'another third party while one floods a device for five minutes, not served within 60 s',
      figure: `${tally.refused} of ${tally.others} (${tally.sent} requests of the one that floods, ${tally.reached} reached a device)`,
      goal: '0',
      isReached: tally.refused === 0 && tally.others > 0,
    },
    {
      name: 'devices with more than three requests in ten minutes, or two open ones of one third party',
      figure: String(tally.wrong),
      goal: '0',
      isReached: tally.wrong === 0,
    },
  ];
}

interface Flood {
  readonly atOnce: number;
  /** Second at which the other third party asks. */
  readonly otherAt: number;
  readonly tally: Tally;
}

async function flood(app: ScaTestApp, { atOnce, otherAt, tally }: Flood): Promise<void> {
  const customer = await pairedCustomer(app);
  const named = { owner: customer.customerNumber, name: customer.username };
  for (let second = 0; second < floodSeconds; second += stepSeconds) {
    const asked = Array.from({ length: atOnce }, () => askOnDevice(app, named));
    const other = second === otherAt ? askOnDevice(app, { ...named, as: '_B' }) : undefined;
    const responses = await Promise.all(asked);
    tally.sent += responses.length;
    tally.reached += responses.filter(({ status }) => status === 201).length;
    if (other !== undefined) {
      tally.others += 1;
      if ((await other).status !== 201) tally.refused += 1;
    }
    app.identity.clock.advance({ seconds: stepSeconds });
  }
  tally.wrong += await wrongDevices(app, customer);
}

async function wrongDevices({ identity }: ScaTestApp, { userId }: PairedCustomer): Promise<number> {
  const rows = await identity.database.query(
    `select from sca.device_request one
      where customer = $1 and (
        (select count(*) from sca.device_request other where other.customer = one.customer
            and other.asked_at > one.asked_at - interval '10 minutes' and other.asked_at <= one.asked_at) > 3
        or exists (select from sca.device_request other where other.customer = one.customer and other.asker = one.asker
            and other.request_id <> one.request_id and other.asked_at <= one.asked_at and other.ends_at > one.asked_at))`,
    [userId],
  );
  return rows.length;
}
