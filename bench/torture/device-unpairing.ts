import { setTimeout as pause } from 'node:timers/promises';
import {
  emptyContext,
  type FactorProof,
} from '../../server/src/capabilities/authorization/domain/calling-context.ts';
import { payloadHash } from '../../server/src/capabilities/authorization/domain/signing/signature-data.ts';
import { evaluateUser } from '../../server/src/capabilities/authorization/operations/signatures/evaluate-user.ts';
import {
  type DeviceTestApp,
  owner,
} from '../../server/src/capabilities/client/testing/device-test-app.suite.ts';
import type { TestDevice } from '../../server/src/capabilities/client/testing/test-device.suite.ts';
import type { TestUser } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import type { Customer } from '../../server/src/platform/auth/caller.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import type { Chance } from '../harness/chance.ts';
import { type Figure, progress } from '../harness/report.ts';
import { sha256Hex } from './linking-mutations.ts';

const sideBySide = 4;

interface Tally {
  schedules: number;
  approved: number;
  refused: number;
  readonly errors: string[];
}

/**
 * Runs an unpairing against approvals with a signature of the device, in random order and over parallel connections. An
 * approval counts only if it came first: it leaves its time in the row of the device, which the unpairing keeps. After
 * the response to the unpairing none counts.
 */
export async function tortureUnpairing(
  app: DeviceTestApp,
  schedules: number,
  chance: Chance,
): Promise<readonly Figure[]> {
  const tally: Tally = { schedules: 0, approved: 0, refused: 0, errors: [] };
  const show = progress('unpairings', schedules);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < schedules) {
      next += 1;
      await runSchedule(app, next, { chance, tally });
      tally.schedules += 1;
      show(tally.schedules);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  for (const error of tally.errors.slice(0, 10)) console.log(error);
  return [
    {
      name: 'approvals that came after the unpairing and counted',
      figure: `${tally.errors.length} in ${tally.schedules} schedules (${tally.approved} came first, ${tally.refused} refused)`,
      goal: '0',
      isReached: tally.errors.length === 0,
    },
    {
      name: 'schedules in which both orders occurred',
      figure: tally.approved > 0 && tally.refused > 0 ? 'both' : 'one',
      goal: 'both',
      isReached: tally.approved > 0 && tally.refused > 0,
    },
  ];
}

interface Run {
  readonly chance: Chance;
  readonly tally: Tally;
}

async function runSchedule(app: DeviceTestApp, number: number, { chance, tally }: Run): Promise<void> {
  await app.database.query('delete from client.address_quota');
  // Codes of registrations are limited for the whole application.
  await app.database.query('delete from "authorization".send_tally');
  const user = await app.register();
  const customerNumber = `T${number}`;
  // A new user may not sign for a day.
  await app.database.query(
    `update identity.user_account set customer_number = $2, created_at = created_at - interval '2 days' where user_id = $1`,
    [user.userId, customerNumber],
  );
  const device = await app.paired(user);
  const approve = await approvalOf(app, { user, device, customerNumber, number });
  // An approval reads more before it locks the device: every fourth unpairing waits for it, so that both orders occur.
  const approving = pause(chance.integer(0, 10)).then(() => approve(1));
  const start = number % 4 === 0 ? approving : pause(chance.integer(0, chance.oneOf([10, 80, 320])));
  const [unpaired, approved] = await Promise.all([
    start.then(() => app.unpair(owner(user), { deviceId: device.deviceId, reason: 'lost' })),
    approving,
  ]);
  if (unpaired.status !== 204) tally.errors.push(`${number}: unpairing ${unpaired.status}`);
  const [row] = await app.database.query<{ was_used: boolean }>(
    `select last_used_at is not null as was_used from client.device where user_id = $1`,
    [user.userId],
  );
  if (approved !== (row?.was_used ?? false))
    tally.errors.push(`${number}: approved ${approved}, used ${row?.was_used}`);
  if (approved) tally.approved += 1;
  else tally.refused += 1;
  if (await approve(2)) tally.errors.push(`${number}: approved after the response`);
}

interface Approving {
  readonly user: TestUser;
  readonly device: TestDevice;
  readonly customerNumber: string;
  readonly number: number;
}

/** Signs two documents while the device is paired; returns a function that presents the signature of one of them. */
async function approvalOf(
  app: DeviceTestApp,
  { customerNumber, device, number, user }: Approving,
): Promise<(part: number) => Promise<boolean>> {
  const caller: Customer = {
    kind: 'customer',
    userId: user.userId,
    customerNumber,
    actingFor: undefined,
    deviceId: device.deviceId,
    clientId: 'app-1',
    bankId: '01',
    scopes: new Set(['authorization.sign']),
    binding: 'proof',
    assurance: 'sca',
    authenticatedAt: app.clock.now(),
  };
  const signed = await Promise.all(
    [1, 2].map(async (part) => {
      const payload = JSON.stringify({ document: number, part });
      const resource = { kind: 'document', id: `document-${number}-${part}` };
      return {
        payload,
        resource,
        signature: await device.signText(payloadHash(payload, sha256Hex), resource),
      };
    }),
  );
  return async (part) => {
    const chosen = signed[part - 1];
    if (chosen === undefined) throw new Error('no such document');
    const { payload, resource, signature } = chosen;
    const proof: FactorProof = { kind: 'device-signature', id: device.deviceId, signature };
    const context = { ...app.context(), ...app.ports.identity.authorization, caller };
    try {
      const outcomes = await evaluateUser(context, {
        resourceId: resource.id,
        resourceKind: 'document',
        payload,
        context: { ...emptyContext, proof },
      });
      return outcomes.some(({ success }) => success);
    } catch (error) {
      if (error instanceof Problem && error.literal === 'step-up-required') return false;
      throw error;
    }
  };
}
