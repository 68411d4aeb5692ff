import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import { askOnDevice, type PairedCustomer, pairedCustomer } from '../testing/device-asks.suite.ts';
import { createScaTestApp, type ScaTestApp, shortly } from '../testing/sca-test-app.suite.ts';
import { answerDeviceRequest } from './answer-device-request.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({ approaches: ['DECOUPLED'] }));

const ask = ({ customerNumber, username }: PairedCustomer, as: ThirdPartyName = '_A') =>
  askOnDevice(app, { owner: customerNumber, name: username, as });

describe('one third party that asks again and again', () => {
  test('does not keep a device from another one', async () => {
    const customer = await pairedCustomer(app);
    const [asked, served]: [string[], string[]] = [[], []];
    for (let minute = 0; minute < 60; minute += 1) {
      if (minute % 5 === 0 && minute <= 20) asked.push(shortly(await ask(customer)));
      if (minute === 22) served.push(shortly(await ask(customer, '_B')));
      app.identity.clock.advance({ minutes: 1 });
    }
    expect(served).toEqual(['201 started']);
    // The requests of minutes 0 and 15; it backs off from the others.
    expect(asked.map((one) => one.slice(0, 3))).toEqual(['201', '429', '429', '201', '429']);
  });

  test('is told when it may ask again, and nothing of the others', async () => {
    const customer = await pairedCustomer(app);
    await ask(customer);
    app.identity.clock.advance({ minutes: 6 });
    const refused = await ask(customer);
    expect([shortly(refused), refused.headers['retry-after']]).toEqual(['429 SERVICE_BLOCKED', '540']);
    await ask(customer, '_B');
    const full = [await ask(customer, '_PI')];
    app.identity.clock.advance({ minutes: 3 });
    full.push(await ask(customer, '_PI'));
    expect(full.map((one) => `${shortly(one)} ${String(one.headers['retry-after'])}`)).toEqual([
      '429 SERVICE_BLOCKED 600',
      '429 SERVICE_BLOCKED 600',
    ]);
  });

  test('may ask again at once after an approval', async () => {
    const customer = await pairedCustomer(app);
    const { device } = customer;
    await ask(customer);
    expect((await answerDeviceRequest(app.context(), device.approve(device.shown()))).kind).toBe('approved');
    expect(shortly(await ask(customer))).toBe('201 started');
  });
});

describe('fifty requests at once', () => {
  test('open one request of each third party, and two in ten minutes', async () => {
    const customer = await pairedCustomer(app);
    const names: readonly ThirdPartyName[] = ['_A', '_B', '_AI', '_PI', '_IC'];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(customer, names[index % names.length] ?? '_A')),
    );
    const counts = Object.fromEntries(Map.groupBy(answers.map(shortly), (one) => one).entries());
    expect(Object.keys(counts).sort()).toEqual(['201 started', '429 SERVICE_BLOCKED']);
    expect([counts['201 started']?.length, customer.device.counts().received]).toEqual([2, 2]);
    const rows = await app.identity.database.query<{ asker: string }>(
      `select asker from sca.device_request where customer = $1`,
      [customer.userId],
    );
    expect(new Set(rows.map(({ asker }) => asker)).size).toBe(2);
  });

  test('of one third party open one', async () => {
    const customer = await pairedCustomer(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(customer)));
    expect(answers.map(shortly).filter((one) => one === '201 started')).toHaveLength(1);
    expect(customer.device.counts().received).toBe(1);
  });
});

test('a name that no user has is served, counted and refused like a customer', async () => {
  const known = await pairedCustomer(app);
  const begun = app.identity.clock.now();
  const minutes = [0, 1, 4, 6, 15, 16, 30, 51, 52, 120];
  const others: readonly (readonly [number, ThirdPartyName])[] = [
    [16, '_B'],
    [16, '_PI'],
    [51, '_B'],
  ];
  const seen: readonly [string[], string[]] = [[], []];
  let last = 0;
  for (const minute of minutes) {
    app.identity.clock.advance({ minutes: minute - last });
    last = minute;
    const asking: readonly ThirdPartyName[] = [
      '_A',
      ...others.filter(([when]) => when === minute).map(([, as]) => as),
    ];
    for (const as of asking)
      for (const [index, name] of [known.username, 'nobody.at.all'].entries()) {
        const { headers, status, text } = await askOnDevice(app, { owner: known.customerNumber, name, as });
        const said = text.replaceAll(/[0-9a-f\-]{36}/gv, 'ID').replaceAll(/number \d\d/gv, 'number NN');
        seen[index]?.push(`${minute} ${as} ${status} ${String(headers['retry-after'])} ${said}`);
      }
  }
  expect(seen[1]).toEqual(seen[0]);
  const counted = await app.identity.database.query<{ count: number }>(
    `select count(*)::int as count from sca.device_request
      where asker = 'third-party PSDNL-DNB-A' and asked_at >= $1 group by customer`,
    [begun.toString()],
  );
  expect(counted.map(({ count }) => count)).toEqual([4, 4]);
});
