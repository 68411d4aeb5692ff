import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { scaEventHandlers } from '../event-handlers.ts';
import { askOnDevice, type PairedCustomer, pairedCustomer } from '../testing/device-asks.suite.ts';
import { createScaTestApp, pathOf, type ScaTestApp, shortly } from '../testing/sca-test-app.suite.ts';
import { answerDeviceRequest } from './answer-device-request.ts';
import { changeDeviceMute } from './change-device-mute.ts';
import { cleanUpAuthorisations } from './clean-up-authorisations.ts';
import { listDeviceAskers } from './list-device-askers.ts';

let app: ScaTestApp;
beforeAll(async () => {
  app = await createScaTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.choose({ approaches: ['DECOUPLED'] }));

const a = 'third-party PSDNL-DNB-A';
const ask = ({ customerNumber, username }: PairedCustomer, as: ThirdPartyName = '_A') =>
  askOnDevice(app, { owner: customerNumber, name: username, as });
const viewer = ({ customerNumber, userId }: PairedCustomer) => ({ customerNumber, userId });
const list = (customer: PairedCustomer) => listDeviceAskers(app.context(), viewer(customer));
const mute = (customer: PairedCustomer, isMuted: boolean, asker = a) =>
  changeDeviceMute(app.context(), { viewer: viewer(customer), asker, isMuted });

/** A customer who muted third party A on its request, ten minutes ago. */
async function muted(known?: PairedCustomer): Promise<PairedCustomer> {
  const customer = known ?? (await pairedCustomer(app));
  await ask(customer);
  const { device } = customer;
  const declined = device.decline(device.shown());
  const decision = { kind: 'declined', isMuting: true } as const;
  expect((await answerDeviceRequest(app.context(), { ...declined, decision })).kind).toBe('declined');
  app.identity.clock.advance({ minutes: 10 });
  return customer;
}

describe('a third party that a customer mutes on its request', () => {
  test('does not reach the device for a day; others do', async () => {
    const customer = await muted();
    const { device } = customer;
    expect(shortly(await ask(customer))).toBe('201 started');
    expect(device.counts().received).toBe(1);
    expect([shortly(await ask(customer, '_B')), device.counts().received]).toEqual(['201 started', 2]);
    app.identity.clock.advance({ hours: 23, minutes: 49 });
    await ask(customer);
    expect(device.counts().received).toBe(2);
    app.identity.clock.advance({ hours: 2 });
    expect(shortly(await ask(customer))).toBe('201 started');
    expect(device.counts().received).toBe(3);
  });

  test('sees what it would see if the customer did not answer', async () => {
    const silent = await pairedCustomer(app);
    await ask(silent);
    await answerDeviceRequest(app.context(), silent.device.decline(silent.device.shown()));
    const [one, other] = [await muted(), silent];
    const seen: string[] = [];
    for (const customer of [one, other]) {
      const texts: unknown[] = [];
      const begun = app.identity.clock.now();
      for (const minutes of [0, 4, 2, 8, 1, 12]) {
        app.identity.clock.advance({ minutes });
        const { body, headers, path, status, text } = await ask(customer);
        texts.push(status, headers['retry-after'], text);
        if (status === 201)
          texts.push(
            (await app.send({ method: 'GET', path: `${path}/${String(at(body, 'authorisationId'))}` })).text,
          );
      }
      const [row] = await app.identity.database.query<{ count: number }>(
        `select count(*)::int as count from sca.device_request where customer = $1 and asked_at >= $2`,
        [customer.userId, begun.toString()],
      );
      const said = JSON.stringify([...texts, row?.count]);
      seen.push(said.replaceAll(/[0-9a-f\-]{36}/gv, 'ID').replaceAll(/number \d\d/gv, 'number NN'));
    }
    expect(seen[0]).toBe(seen[1]);
    expect([one.device.counts().received, other.device.counts().received]).toEqual([1, 3]);
  });

  test('may ask on the page of the bank, and the device of a password at the third party stays silent', async () => {
    const customer = await muted();
    app.choose({ approaches: ['EMBEDDED'] });
    const subject = await app.payment(customer.customerNumber);
    const path = pathOf(subject);
    const headers = { 'psu-id': customer.username };
    const started = await app.send({ method: 'POST', path, headers });
    const one = `${path}/${String(at(started.body, 'authorisationId'))}`;
    const body = { psuData: { password: customer.password } };
    const known = await app.send({ method: 'PUT', path: one, body });
    const authenticationMethodId = at(known.body, 'scaMethods', 0, 'authenticationMethodId');
    const selected = await app.send({ method: 'PUT', path: one, body: { authenticationMethodId } });
    expect([shortly(selected), customer.device.counts().received]).toEqual(['200 scaMethodSelected', 1]);
  });
});

describe('the list of those that ask on a device', () => {
  test('shows who asked and who is muted until when, and changes it', async () => {
    const customer = await pairedCustomer(app);
    expect(await list(customer)).toEqual([]);
    await ask(customer);
    await ask(customer, '_B');
    const now = app.identity.clock.now();
    expect(await list(customer)).toEqual([
      { asker: a, name: 'Test TPP A', askedAt: now, mutedUntil: undefined },
      { asker: 'third-party PSDNL-DNB-B', name: 'Test TPP B', askedAt: now, mutedUntil: undefined },
    ]);
    expect(await mute(customer, true, 'third-party PSDNL-DNB-B')).toBe(true);
    expect((await list(customer))[0]).toMatchObject({
      name: 'Test TPP B',
      mutedUntil: now.add({ hours: 24 }),
    });
    expect(await mute(customer, true, 'third-party PSDNL-DNB-C')).toBe(false);
    const { received } = customer.device.counts();
    app.identity.clock.advance({ minutes: 20 });
    expect(shortly(await ask(customer, '_B'))).toBe('201 started');
    expect(customer.device.counts().received).toBe(received);
    expect(await mute(customer, false, 'third-party PSDNL-DNB-B')).toBe(true);
    expect((await list(customer)).map(({ mutedUntil }) => mutedUntil)).toEqual([undefined, undefined]);
    const audited = await app.identity.database.query(
      `select from platform.audit_entry where aggregate_kind = 'customer' and aggregate_id = $1`,
      [customer.customerNumber],
    );
    expect(audited).toHaveLength(2);
  });

  test('forgets who asked after a month, and a mute after its end', async () => {
    const customer = await muted();
    app.identity.clock.advance({ hours: 25 });
    expect((await list(customer)).map(({ mutedUntil }) => mutedUntil)).toEqual([undefined]);
    app.identity.clock.advance({ hours: 24 * 30 });
    expect(await list(customer)).toEqual([]);
    await cleanUpAuthorisations(app.context());
    const left = await app.identity.database.query(
      `select asker from sca.device_request where customer = $1
       union all select asker from sca.device_mute where owner = $2`,
      [customer.userId, customer.customerNumber],
    );
    expect(left).toEqual([]);
  });
});

describe('a mute follows its customer', () => {
  async function run(event: Pick<DeliveredEvent, 'aggregateId' | 'data' | 'name'>): Promise<void> {
    for (const handler of scaEventHandlers(app.ports).filter(({ events }) => events.includes(event.name)))
      await handler.handle(app.context(), {
        id: 'e',
        version: 1,
        occurredAt: '2026-11-15T10:00:00+00:00',
        aggregateKind: 'party',
        sequence: 1,
        ...event,
      });
  }
  const mutesOf = async ({ customerNumber, userId }: PairedCustomer) =>
    (
      await app.identity.database.query<{ asker: string }>(
        `select asker from sca.device_mute where owner in ($1, $2)`,
        [customerNumber, userId],
      )
    ).map(({ asker }) => asker);

  test('into the surviving record of a merge, where the longer one counts', async () => {
    const [first, second] = [await pairedCustomer(app), await pairedCustomer(app)];
    const [merged, survivor] = [await muted(first), await muted(second)];
    const longer = (await list(survivor))[0]?.mutedUntil;
    await app.parties.merge(merged.customerNumber, survivor.customerNumber);
    await run({
      name: 'parties-merged',
      aggregateId: merged.customerNumber,
      data: { reference: survivor.customerNumber },
    });
    expect([await mutesOf(merged), await mutesOf(survivor)]).toEqual([[], [a]]);
    expect((await list(survivor))[0]?.mutedUntil).toEqual(longer);
  });

  test('and holds for each of its users', async () => {
    const [first, survivor] = [await pairedCustomer(app), await pairedCustomer(app)];
    const merged = await muted(first);
    await app.parties.merge(merged.customerNumber, survivor.customerNumber);
    await run({
      name: 'parties-merged',
      aggregateId: merged.customerNumber,
      data: { reference: survivor.customerNumber },
    });
    expect(shortly(await ask(survivor))).toBe('201 started');
    expect(survivor.device.counts().received).toBe(0);
  });

  test.each(['individual-death-confirmed', 'party-erased'])('and is deleted after %s', async (name) => {
    const customer = await muted();
    await run({ name, aggregateId: customer.customerNumber, data: {} });
    expect(await mutesOf(customer)).toEqual([]);
  });

  test('and who asked is deleted with the user', async () => {
    const customer = await muted();
    await run({ name: 'user-closed', aggregateId: customer.userId, data: {} });
    const rows = await app.identity.database.query('select from sca.device_request where customer = $1', [
      customer.userId,
    ]);
    expect(rows).toEqual([]);
  });
});
