import { createPublicKey } from 'node:crypto';
import { plainStatement } from '#platform/db/statement.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import type { Devices } from '../ports/devices.ts';
import { createDeviceApp, isSignedBy, type ShownRequest, type TestDeviceApp } from './test-devices.suite.ts';

/** A simulated device in another process than the api: both use tables of the tests. */
export interface RemoteTestDevice extends TestDeviceApp {
  /** The newest request that it shows; throws without one. */
  shown(): Promise<ShownRequest>;
}

/** Creates the tables of devices and of requests to them, in the schema of the test subjects. */
export async function createDeviceTables(database: TestDatabase): Promise<void> {
  await database.query(`
    create table test_subject.device (
      bank_id text not null, device_id text not null, user_id text not null, name text not null,
      public_key text not null, primary key (bank_id, device_id));
    create table test_subject.device_request (
      bank_id text not null, request_id text not null, device_id text not null, request_order text not null,
      digest text not null, number text not null, is_withdrawn boolean not null default false,
      asked_at timestamptz not null default now(), primary key (bank_id, request_id));
    grant select on test_subject.device to portico_app;
    grant select, insert, update on test_subject.device_request to portico_app;`);
}

/** Pairs a new device with a user; its private key stays in this process. */
export async function pairRemoteDevice(
  database: TestDatabase,
  { name, userId }: { readonly userId: string; readonly name: string },
): Promise<RemoteTestDevice> {
  const app = createDeviceApp(userId);
  const publicKey = app.publicKey.export({ type: 'spki', format: 'pem' });
  await database.query(
    `insert into test_subject.device (bank_id, device_id, user_id, name, public_key) values ('01', $1, $2, $3, $4)`,
    [app.deviceId, userId, name, publicKey],
  );
  return {
    ...app,
    async shown() {
      const [row] = await database.query<
        Record<'request_id' | 'request_order' | 'digest' | 'number', string>
      >(
        `select request_id, request_order, digest, number from test_subject.device_request
          where bank_id = '01' and device_id = $1 and not is_withdrawn order by asked_at desc limit 1`,
        [app.deviceId],
      );
      if (row === undefined) throw new Error('the device shows no request');
      return {
        requestId: row.request_id,
        order: row.request_order,
        digest: row.digest,
        number: row.number,
      };
    },
  };
}

const listDevices = plainStatement<{ readonly device_id: string; readonly name: string }>(
  'select device_id, name from test_subject.device where bank_id = $1 and user_id = $2 order by name',
);
const findDevice = plainStatement<{ readonly user_id: string; readonly public_key: string }>(
  'select user_id, public_key from test_subject.device where bank_id = $1 and device_id = $2',
);
const insertRequest = plainStatement(
  `insert into test_subject.device_request (bank_id, request_id, device_id, request_order, digest, number)
   values ($1, $2, $3, $4, $5, $6)`,
  'write',
);
const withdrawRequest = plainStatement(
  'update test_subject.device_request set is_withdrawn = true where bank_id = $1 and request_id = $2',
  'write',
);

/** The devices of the tables, for the process of the api. */
export const devicesOfTable: Devices = {
  listOf: async (db, { bankId, userId }) =>
    (await db.rows(listDevices([bankId, userId]))).map(({ device_id, name }) => ({
      deviceId: device_id,
      name,
    })),
  async ask({ bankId, db }, { digest, number, order, recipient, requestId }) {
    if (recipient === undefined) return;
    await db.execute(insertRequest([bankId, requestId, recipient.deviceId, order, digest, number]));
  },
  async withdraw({ bankId, db }, { requestId }) {
    await db.execute(withdrawRequest([bankId, requestId]));
  },
  async isSigned({ bankId, db }, signature) {
    const row = await db.first(findDevice([bankId, signature.deviceId]));
    return isSignedBy(row && { userId: row.user_id, publicKey: createPublicKey(row.public_key) }, signature);
  },
};
