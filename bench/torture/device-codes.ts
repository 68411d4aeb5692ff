import { pairDevice } from '../../server/src/capabilities/client/operations/devices/pair-device.ts';
import type { DeviceTestApp } from '../../server/src/capabilities/client/testing/device-test-app.suite.ts';
import type { TestDevice } from '../../server/src/capabilities/client/testing/test-device.suite.ts';
import { toPairDevice } from '../../server/src/capabilities/client/wire/devices.ts';
import { type Figure, progress } from '../harness/report.ts';

const atOnce = 50;
const perAddress = 10;

/** Redeems a code from an address of its own; returns the status of the response. */
async function redeem(
  app: DeviceTestApp,
  device: TestDevice,
  code: string,
  address: string,
): Promise<number> {
  const body = await device.pairingBody(code);
  const context = app.context();
  const origin = { ...context.origin, sourceAddress: address };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the body of a test device fits the contract
  const request = { body, headers: { 'x-bank-id': '01' } } as unknown as Parameters<typeof toPairDevice>[0];
  try {
    const paired = await pairDevice({ ...context, origin }, toPairDevice(request));
    await device.accept(paired);
    return 201;
  } catch {
    return 401;
  }
}

/** Redeems each code 50 times at once: one device is paired, with the customer whose code it is. */
export async function tortureRedemptions(app: DeviceTestApp, codes: number): Promise<readonly Figure[]> {
  const show = progress('redemptions', codes);
  let wrong = 0;
  let foreign = 0;
  for (let round = 1; round <= codes; round += 1) {
    // Codes of registrations are limited for the whole application.
    await app.database.query('delete from "authorization".send_tally');
    const [owner, other] = [await app.register(), await app.register()];
    const code = await app.issueCode(owner);
    const devices = await Promise.all(Array.from({ length: atOnce }, () => app.newDevice()));
    const results = await Promise.all(
      devices.map((device, index) => redeem(app, device, code, `10.${round % 250}.1.${index}`)),
    );
    const paired = devices.filter((_, index) => results[index] === 201);
    if (paired.length !== 1 || (await app.deviceRows(owner.userId)).length !== 1) wrong += 1;
    const [device] = paired;
    // The code of a customer gives nothing to another one: no device, and no code of it counts there.
    const isForeign = device !== undefined && (await app.confirm(other, device.code())).status === 204;
    if (isForeign || (await app.deviceRows(other.userId)).length > 0) foreign += 1;
    show(round);
  }
  return [
    {
      name: `codes redeemed ${atOnce} times at once that paired another number than one device`,
      figure: `${wrong} of ${codes}`,
      goal: '0',
      isReached: wrong === 0,
    },
    {
      name: 'codes that gave something to another customer',
      figure: `${foreign} of ${codes}`,
      goal: '0',
      isReached: foreign === 0,
    },
  ];
}

/** Sends wrong codes from one address over HTTP: after the tenth in ten minutes none is looked at. */
export async function tortureWrongCodes(app: DeviceTestApp, count: number): Promise<readonly Figure[]> {
  await app.database.query('delete from client.address_quota');
  const victim = await app.register();
  const code = await app.issueCode(victim);
  const device = await app.newDevice();
  const body = await device.pairingBody('ABCDE-FGHIJ-KLMNO-PQRSZ');
  const show = progress('wrong codes', count);
  const statuses = new Map<number, number>();
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (sent < count) {
      sent += 1;
      show(sent);
      const { status } = await app.pair(body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  const looked = statuses.get(401) ?? 0;
  const limited = statuses.get(429) ?? 0;
  const isOpen = (await redeem(app, device, code, '192.0.2.1')) === 201;
  return [
    {
      name: `wrong codes of ${count} from one address that were looked at`,
      figure: `${looked}, ${limited} refused before`,
      goal: `${perAddress}, the others refused before`,
      isReached: looked === perAddress && looked + limited === count,
    },
    {
      name: 'right code from another address meanwhile',
      figure: isOpen ? 'accepted' : 'refused',
      goal: 'accepted',
      isReached: isOpen,
    },
  ];
}
