import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { withdrawApproval } from '../../steps/approvals/withdraw-approval.ts';
import {
  type ApprovalTestApp,
  createApprovalTestApp,
  tokenOf,
} from '../../testing/approval-test-app.suite.ts';
import type { PairedDevice, ShownRequest } from '../../testing/paired-device.suite.ts';
import { cleanUpApprovals } from './clean-up-approvals.ts';

let app: ApprovalTestApp;
let device: PairedDevice;
beforeAll(async () => {
  app = await createApprovalTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  app.settle({ kind: 'approved' });
  app.endSignIns(false);
  device = await app.pair(await app.user());
});

const base = '/api/v1/approvals';
const list = (by = device): Promise<TestServerResponse> => app.call(by, { method: 'GET', path: base });
const read = (id: string, by = device): Promise<TestServerResponse> =>
  app.call(by, { method: 'GET', path: `${base}/${id}` });
const approve = (id: string, body: object, by = device): Promise<TestServerResponse> =>
  app.call(by, { method: 'PUT', path: `${base}/${id}/approve`, body });
const refuse = (id: string, by = device): Promise<TestServerResponse> =>
  app.call(by, { method: 'PUT', path: `${base}/${id}/refuse` });
const said = ({ body, status }: TestServerResponse): string =>
  typeof at(body, 'code') === 'string' ? `${status} ${String(at(body, 'code'))}` : String(status);
const statusOf = async (id: string): Promise<unknown> => at((await read(id)).body, 'status');

async function shown(id: string): Promise<ShownRequest> {
  const { body } = await read(id);
  return {
    approvalId: String(at(body, 'approvalId')),
    order: String(at(body, 'order')),
    digest: String(at(body, 'digest')),
  };
}
const signed = async (id: string, number?: string): Promise<string> => device.sign(await shown(id), number);

/** `listApprovals`, `getApproval`, `approveRequest` and `refuseRequest` over HTTP. */
describe('a device that is asked to approve an order', () => {
  test('lists what waits for it and shows who asks, without the number of the page', async () => {
    const id = await app.ask(device);
    const { body, headers, status } = await list();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      approvals: [
        {
          approvalId: id,
          kind: 'order',
          status: 'open',
          requestedBy: 'Acme Pay',
          text: 'EUR 12.50 DE89370400440532013000',
          order: '{"amount":"EUR 12.50"}',
          digest: expect.stringMatching(/^sha-256:[0-9a-f]{64}$/v),
          needsNumber: true,
          requestedAt: '2026-11-15T10:00:00.000Z',
          expiresAt: '2026-11-15T10:05:00.000Z',
        },
      ],
    });
    expect((await read(id)).body).toEqual(listAt(body, 'approvals')[0]);
  });

  test('approves with a signature and the number, once; a repeat changes nothing', async () => {
    const id = await app.ask(device);
    const body = { number: '07', signature: await signed(id, '07') };
    expect(said(await approve(id, body))).toBe('204');
    expect(app.orders.at(-1)).toEqual({
      requestId: id,
      userId: device.userId,
      deviceId: device.deviceId,
      decision: { kind: 'approved', ...body },
    });
    const count = app.orders.length;
    expect(said(await approve(id, body))).toBe('204');
    expect([app.orders.length, await statusOf(id)]).toEqual([count, 'approved']);
    expect(said(await refuse(id))).toBe('410 approval-over');
    expect((await list()).body).toEqual({ approvals: [] });
  });

  test('refuses without a signature, and may repeat it', async () => {
    const id = await app.ask(device);
    expect([said(await refuse(id)), said(await refuse(id)), await statusOf(id)]).toEqual([
      '204',
      '204',
      'refused',
    ]);
    expect(app.orders.at(-1)?.decision).toEqual({ kind: 'declined', isMuting: false });
    expect(said(await approve(id, { number: '07', signature: await signed(id, '07') }))).toBe(
      '410 approval-over',
    );
  });

  test('mutes the one that asks with the refusal', async () => {
    const id = await app.ask(device);
    const path = `${base}/${id}/refuse`;
    const wrong = await app.call(device, { method: 'PUT', path, body: { muteRequester: 'day' } });
    expect(wrong.status).toBe(400);
    const body = { muteRequester: true };
    expect(said(await app.call(device, { method: 'PUT', path, body }))).toBe('204');
    expect(app.orders.at(-1)?.decision).toEqual({ kind: 'declined', isMuting: true });
  });

  test('learns that the number was wrong, and how many attempts are left', async () => {
    app.settle({ kind: 'wrong-number', attemptsLeft: 4 });
    const id = await app.ask(device);
    const wrong = await approve(id, { number: '08', signature: await signed(id, '08') });
    expect([said(wrong), at(wrong.body, 'attemptsLeft')]).toEqual(['422 number-wrong', 4]);
    expect(said(await approve(id, { signature: await signed(id) }))).toBe('422 number-required');
    expect(await statusOf(id)).toBe('open');
  });

  test('learns that the request is over: withdrawn, too late, or ended elsewhere', async () => {
    const [withdrawn, late, ended] = [await app.ask(device), await app.ask(device), await app.ask(device)];
    await withdrawApproval(app.context(), { approvalId: withdrawn });
    await withdrawApproval(app.context(), { approvalId: withdrawn });
    const answer = async (id: string): Promise<string> =>
      said(await approve(id, { number: '07', signature: await signed(id, '07') }));
    expect([await statusOf(withdrawn), await answer(withdrawn)]).toEqual(['withdrawn', '410 approval-over']);
    app.settle({ kind: 'over' });
    expect([await answer(ended), said(await refuse(ended))]).toEqual([
      '410 approval-over',
      '410 approval-over',
    ]);
    app.settle({ kind: 'approved' });
    app.identity.clock.advance({ minutes: 5 });
    expect([await statusOf(late), await answer(late)]).toEqual(['expired', '410 approval-over']);
    expect((await list()).body).toEqual({ approvals: [] });
    app.identity.clock.advance({ minutes: -5 });
  });
});

describe('who sees a request', () => {
  test('only the device that is asked; for every other one it does not exist', async () => {
    const id = await app.ask(device);
    const sameUser = await app.pair(await userOf(device));
    const stranger = await app.pair(await app.user());
    const signature = await signed(id, '07');
    for (const other of [sameUser, stranger]) {
      expect((await list(other)).body).toEqual({ approvals: [] });
      expect(said(await read(id, other))).toBe('404 not-found');
      expect(said(await approve(id, { number: '07', signature }, other))).toBe('404 not-found');
      expect(said(await refuse(id, other))).toBe('404 not-found');
    }
    expect(await statusOf(id)).toBe('open');
  });

  test('a token that names no device reads and answers nothing', async () => {
    const id = await app.ask(device);
    const { claims: _, ...as } = tokenOf(device);
    const requests = [
      { method: 'GET', path: base },
      { method: 'GET', path: `${base}/${id}` },
      { method: 'PUT', path: `${base}/${id}/approve`, body: { signature: await signed(id) } },
      { method: 'PUT', path: `${base}/${id}/refuse` },
    ] as const;
    for (const request of requests)
      expect(said(await app.server.call({ ...request, as }))).toBe('422 device-required');
  });

  test('a request for a customer without a device is saved, and no device sees it', async () => {
    const id = await app.ask(undefined);
    expect(said(await read(id))).toBe('404 not-found');
    const rows = await app.identity.database.query(
      `select user_id, device_id, state from client.approval_request where approval_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ user_id: null, device_id: null, state: 'open' }]);
  });

  const userOf = async ({ userId }: PairedDevice) => ({ ...(await app.user()), userId });
});

test('requests are deleted a day after their end, not before', async () => {
  const id = await app.ask(device);
  app.identity.clock.advance({ hours: 24 });
  await cleanUpApprovals(app.context());
  expect(await statusOf(id)).toBe('expired');
  app.identity.clock.advance({ minutes: 6 });
  expect(await cleanUpApprovals(app.context())).toBeGreaterThan(0);
  expect(said(await read(id))).toBe('404 not-found');
});
