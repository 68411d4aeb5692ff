import { randomUUID } from 'node:crypto';
import { testClientPorts } from '../../server/src/capabilities/client/testing/client-test-ports.suite.ts';
import { insertPairedDevice } from '../../server/src/capabilities/client/testing/paired-device.suite.ts';
import { testIdentityPorts } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { ObjectEntry, OpenPath, OwnedObject, PathValues } from './object-entry.ts';
import { registerPerson } from './party-objects.ts';

const missing = '01a1dcbf-fdb1-7d5d-b669-60821bd6845c';
const owner = 'usr_device_owner';

/** The device of the newest approval. */
const newest = { deviceId: '' };

async function makeApproval({ clock, database, services }: TestApp): Promise<PathValues> {
  const { clientVault: vault } = testClientPorts({
    app: services.database,
    clock,
    identity: testIdentityPorts({ app: services.database, clock }),
  });
  const { deviceId } = await insertPairedDevice({ database, vault }, { userId: owner });
  newest.deviceId = deviceId;
  const approvalId = randomUUID();
  const order = '{"amount":"EUR 12.50"}';
  const sealed = vault.approvals.seal('01', approvalId, {
    order,
    digest: 'sha-256:ab',
    text: 'EUR 12.50',
    requestedBy: 'Acme Pay',
  });
  const now = clock.now().toString();
  const expiresAt = clock.now().add({ hours: 1 }).toString();
  await database.query(
    `insert into client.approval_request (bank_id, approval_id, source, user_id, device_id, sealed_content, state,
       expires_at, row_version, created_at, modified_at)
     values ('01', $1, 'order', $2, $3, $4, 'open', $5, 1, $6, $6)`,
    [approvalId, owner, deviceId, sealed, expiresAt, now],
  );
  return { approvalId };
}

const device = (id: string, bank = '01'): TokenRequest => ({
  kind: 'customer',
  id,
  banks: [bank],
  scope: 'device',
  assurance: '1fa',
  claims: { 'device-id': newest.deviceId },
});

/** The callers are known when the object is made; copying this object would read them before. */
function approval(sends?: OwnedObject['sends']): OwnedObject {
  return {
    kind: 'owned',
    make: makeApproval,
    ...(sends === undefined ? {} : { sends }),
    unknown: { approvalId: missing },
    get rightful() {
      return device(owner);
    },
    get otherBank() {
      return device(owner, '02');
    },
    get otherOwner() {
      return device('usr_another_owner');
    },
  };
}

/** The customer of the newest action. */
const newestCustomer = { number: '' };

/** Inserts an action that its customer may decline; returns its id. */
async function insertAction(
  { clock, database }: Pick<TestApp, 'clock' | 'database'>,
  customerNumber: string,
): Promise<string> {
  const actionId = randomUUID();
  await database.query(
    `insert into client.pending_action (bank_id, action_id, customer_number, kind, reference, state, is_mandatory, due_at,
       row_version, created_at, modified_at)
     values ('01', $1, $2, 'pair-device', $1::uuid::text, 'pending', false, $3, 1, $4, $4)`,
    [actionId, customerNumber, clock.now().add({ hours: 24 }).toString(), clock.now().toString()],
  );
  return actionId;
}

async function makeAction(app: TestApp): Promise<PathValues> {
  newestCustomer.number = await registerPerson(app);
  return { id: await insertAction(app, newestCustomer.number) };
}

const ofCustomer = (customerNumber: string, bank = '01'): TokenRequest => ({
  kind: 'customer',
  id: owner,
  banks: [bank],
  scope: 'client',
  assurance: '1fa',
  claims: { 'customer-number': customerNumber },
});

/** An action belongs to the customer who has to do something. */
const action: OwnedObject = {
  kind: 'owned',
  make: makeAction,
  sends: { body: { result: 'declined' } },
  unknown: { id: missing },
  get rightful() {
    return ofCustomer(newestCustomer.number);
  },
  get otherBank() {
    return ofCustomer(newestCustomer.number, '02');
  },
  otherOwner: ofCustomer('9999999990'),
};

const methods: OpenPath = {
  kind: 'open',
  why: 'the methods of a path are the same for every object',
  values: { approvalId: missing, id: missing },
};

/** Approvals belong to the device that is asked, actions to their customer. */
export const clientObjects: Readonly<Record<string, ObjectEntry>> = {
  Client_GetApproval: approval(),
  Client_ApproveRequest: approval({ body: { number: '07', signature: 'A'.repeat(86) } }),
  Client_RefuseRequest: approval(),
  Client_CompletePendingAction: action,
  Client_OptionsApprovalsApprovalId: methods,
  Client_OptionsApprovalsApprovalIdApprove: methods,
  Client_OptionsApprovalsApprovalIdRefuse: methods,
  Client_OptionsPendingCustomerActionIdComplete: methods,
};
