import { randomUUID } from 'node:crypto';
import { contracts } from '../../server/src/apps/wiring.ts';
import {
  createTestDevice,
  type TestDevice,
} from '../../server/src/capabilities/client/testing/test-device.suite.ts';
import { rightsIn } from '../../server/src/platform/auth/access.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { objects } from '../../tools/matrix/objects.ts';
import { registerPerson } from '../../tools/matrix/party-objects.ts';
import type { ProductTestApp } from '../../tools/product-test-app.ts';
import type { Deps, Person } from './mass-assignment-bodies.ts';

const password = 'violet harbour 47 lanterns';

/** The product and its users. */
export interface Harness extends Deps {
  readonly app: ProductTestApp;
  readonly tokens: Readonly<Record<TokenRequest['kind'], TokenRequest>>;
}

export async function createHarness(app: ProductTestApp): Promise<Harness> {
  const victim = await registerCustomer(app, 'victim');
  await registerCustomer(app, 'bystander');
  const communication = objects['Correspondence_Communications_Get'];
  const made = communication?.kind === 'owned' ? await communication.make(app) : undefined;
  const asked = contracts.flatMap(({ access }) => (access.kind === 'callers' ? [access] : []));
  const scopesOf = (kind: 'application' | 'customer' | 'delegate'): string =>
    [...new Set(asked.flatMap((access) => rightsIn(access[kind]?.scope ?? '')))].join(' ');
  const roles = new Set(asked.flatMap(({ employee }) => rightsIn(employee?.role ?? '')));
  const banks = ['01'];
  const signedIn = {
    id: victim.userId,
    banks,
    assurance: 'sca-linked',
    claims: { 'customer-number': victim.customerNumber },
  };
  return {
    app: app,
    victim,
    communicationId: made?.['communication-id'] ?? '',
    changeRequestId: await insertChangeRequest(app, victim),
    deviceId: (await pairDevice(app, victim)).deviceId,
    deviceCode: (await pairDevice(app, victim)).code(1),
    tokens: {
      application: {
        kind: 'application',
        id: 'mass-app',
        banks,
        scope: `${scopesOf('application')} authorization.otp.unregistered`,
      },
      employee: { kind: 'employee', id: 'mass-staff', banks, roles: [...roles, 'party.all-units'] },
      customer: { kind: 'customer', ...signedIn, scope: scopesOf('customer') },
      delegate: { kind: 'delegate', ...signedIn, scope: scopesOf('delegate') },
    },
  };
}

/** Pairs a device of a user; its first code is not verified by HTTP, because the app's tokens belong to other users. */
async function pairDevice(app: ProductTestApp, { userId }: Person): Promise<TestDevice> {
  const device = await createTestDevice(app.clock);
  const issued = await app.call({
    method: 'GET',
    path: '/api/v1/device/generate-activation-code',
    as: { kind: 'customer', id: userId, banks: ['01'], scope: 'device', assurance: 'sca' },
  });
  const paired = await app.call({
    method: 'POST',
    path: '/api/v1/device/pair-device',
    headers: { 'x-bank-id': '01' },
    body: await device.pairingBody(String(at(issued.body, 'activationCode'))),
  });
  if (paired.status !== 201) throw new Error(`device not paired: ${paired.text}`);
  await device.accept(paired.body);
  await app.database.query(
    `update client.device set status = 'active', confirmed_at = created_at where device_id = $1`,
    [device.deviceId],
  );
  await app.database.query(`update "authorization".oath_token set status = 'active' where device_id = $1`, [
    device.deviceId,
  ]);
  return device;
}

/** Inserts a request of the victim that is in review; returns its id. */
async function insertChangeRequest(
  { clock, database }: ProductTestApp,
  { customerNumber, userId }: Person,
): Promise<string> {
  const changeRequestId = randomUUID();
  await database.query(
    `insert into client.change_request (bank_id, change_request_id, customer_number, user_id, kind, state, codes_sent,
       expires_at, row_version, created_at, modified_at)
     values ('01', $1, $2, $3, 'surname', 'in-review', 0, $4, 1, $5, $5)`,
    [
      changeRequestId,
      customerNumber,
      userId,
      clock.now().add({ hours: 24 }).toString(),
      clock.now().toString(),
    ],
  );
  return changeRequestId;
}

/** Registers a customer who can sign in. */
async function registerCustomer(app: ProductTestApp, name: string): Promise<Person> {
  const username = `mass.${name}`;
  const number = String(name.length).padStart(7, '0');
  const response = await app.call({
    method: 'POST',
    path: '/v1/identity/users',
    as: { kind: 'application', id: 'mass-app', banks: ['01'], scope: 'identity.users.register' },
    headers: { 'idempotency-key': `mass-settling-${number}` },
    body: { username, password, email: `${username}@example.com`, 'phone-number': `+49175${number}` },
  });
  if (response.status !== 201) throw new Error(`user not registered: ${response.text}`);
  const customerNumber = await registerPerson(app);
  const userId = String(at(response.body, 'user-id'));
  await app.database.query(
    `update identity.user_account set status = 'active', customer_number = $2 where user_id = $1`,
    [userId, customerNumber],
  );
  return { userId, username, password, customerNumber };
}

/** Returns the column names of a user. */
export async function columnsOf({ database }: ProductTestApp): Promise<readonly string[]> {
  const rows = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'identity' and table_name = 'user_account' order by ordinal_position`,
  );
  return rows.map(({ name }) => name);
}

const rows = {
  identity: `select row_to_json(t)::text as line from identity.user_account t
     union all select row_to_json(t)::text from identity.user_credential t
     union all select row_to_json(t)::text from identity.linked_login t
     union all select row_to_json(t)::text from identity.security_answer t`,
  party: `select row_to_json(t)::text as line from party.party t`,
  bystander: `select row_to_json(t)::text as line from identity.user_account t where username = 'mass.bystander'`,
} as const;

/** Returns all stored data, byte by byte. */
export async function rowsOf({ app }: Harness, what: keyof typeof rows): Promise<string> {
  const [row] = await app.database.query<{ mark: string | null }>(
    `select md5(string_agg(line, chr(10) order by line)) as mark from (${rows[what]}) as lines`,
  );
  return row?.mark ?? 'nothing';
}
