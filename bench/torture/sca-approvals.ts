import { randomUUID } from 'node:crypto';
import {
  type Order,
  openApproval,
  type SubjectRef,
  type SubmittedApproval,
  submitApproval,
} from '../../server/src/capabilities/sca/index.ts';
import {
  createScaTestApp,
  pathOf,
  type ScaTestApp,
  shortly,
} from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import { addSubject } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { Secret } from '../../server/src/platform/kernel/secret.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { insertPeopleAt, type Person, peopleBank } from '../harness/sign-in-people.ts';
import { testPayment } from '../harness/test-payment.ts';

/** A customer who can sign. */
export type Signer = Person & { readonly customerNumber: string };

/** Opens the routes of third parties on a real socket, in this process, where the clock can be advanced. */
export async function createApprovalApp(): Promise<ScaTestApp> {
  const app = await createScaTestApp();
  const { database } = app.identity;
  // The run does not test durability here.
  await database.query(`alter database ${database.name} set synchronous_commit = off`);
  return app;
}

let groups = 0;

export async function createSigners(app: ScaTestApp, count: number): Promise<readonly Signer[]> {
  groups += 1;
  const { clock, database, ports } = app.identity;
  const deps = { ...ports, database, clock };
  const people = await insertPeopleAt(deps, { count, prefix: `signer${groups}`, canSign: true });
  return people.map((person) => ({ ...person, customerNumber: person.customerNumber ?? '' }));
}

/** A payment whose code the customer has got. */
export interface OpenApproval {
  readonly subject: SubjectRef;
  readonly order: Extract<Order, { readonly kind: 'payment' }>;
  readonly authorisationId: string;
  /** Path of the authorisation, for the third party. */
  readonly path: string;
  readonly code: string;
  /** Text of the message that the code came with. */
  readonly message: string;
  /** Enters a code; returns a status with its code, or where the page leads. */
  enter(code: string): Promise<string>;
}

/** Starts an approval of a new payment at the third party, up to the code. */
export async function openEmbedded(app: ScaTestApp, signer: Signer): Promise<OpenApproval> {
  const { order, subject } = await addPayment(app, signer);
  const { password, username } = signer;
  const started = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'psu-id': username, 'tpp-redirect-preferred': 'false' },
    body: { psuData: { password } },
  });
  if (shortly(started) !== '201 scaMethodSelected') throw new Error(`start: ${started.text}`);
  const authorisationId = String(at(started.body, 'authorisationId'));
  const path = `${pathOf(subject)}/${authorisationId}`;
  return {
    subject,
    order,
    authorisationId,
    path,
    ...(await newestMessage(app, signer)),
    enter: async (code) =>
      shortly(await app.send({ method: 'PUT', path, body: { scaAuthenticationData: code } })),
  };
}

const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

/** Starts an approval of a new payment on the page of the bank, up to the code. */
export async function openOnPage(app: ScaTestApp, signer: Signer): Promise<OpenApproval> {
  const { order, subject } = await addPayment(app, signer);
  const started = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: {
      'psu-id': signer.username,
      'tpp-redirect-preferred': 'true',
      'tpp-redirect-uri': 'https://a.tpp.test/back',
    },
  });
  if (started.status !== 201) throw new Error(`start: ${started.text}`);
  const authorisationId = String(at(started.body, 'authorisationId'));
  const [handle = ''] = String(at(started.body, '_links', 'scaRedirect', 'href'))
    .split('/')
    .slice(-1);
  const visit = { handle, browserSecret: undefined, state: undefined };
  const { browserSecret, frame } = await openApproval(app.context(), visit);
  const form = { handle, browserSecret, csrf: frame?.csrf ?? '', browserInfo };
  await submitApproval(app.context(), {
    ...form,
    form: { do: 'password', password: new Secret(signer.password) },
  });
  return {
    subject,
    order,
    authorisationId,
    path: `${pathOf(subject)}/${authorisationId}`,
    ...(await newestMessage(app, signer)),
    enter: async (code) =>
      placeOf(await submitApproval(app.context(), { ...form, form: { do: 'code', code } })),
  };
}

function placeOf(submitted: SubmittedApproval): string {
  return submitted.kind === 'page' ? 'page' : submitted.url;
}

async function addPayment(
  app: ScaTestApp,
  { customerNumber: owner }: Signer,
): Promise<Pick<OpenApproval, 'order' | 'subject'>> {
  const subject: SubjectRef = { kind: 'payment', id: randomUUID() };
  const order = testPayment(subject.id);
  await addSubject(app.identity.database, { ref: subject, organisationId: 'PSDNL-DNB-A', owner, order });
  return { subject, order };
}

async function newestMessage(
  { identity }: ScaTestApp,
  { userId }: Signer,
): Promise<Pick<OpenApproval, 'code' | 'message'>> {
  const { code, verificationId } = await identity.newestCode(userId);
  const [row] = await identity.database.query<{ sealed_text: Buffer }>(
    `select sealed_text from "authorization".otp_verification where verification_id = $1`,
    [verificationId],
  );
  const { authorizationVault } = identity.ports.authorization;
  const { message = '' } = authorizationVault.openText(
    peopleBank,
    verificationId,
    row?.sealed_text ?? Buffer.alloc(0),
  );
  return { code, message };
}

/** Returns the digests of the valid signatures of a subject. */
export async function signaturesOf(
  { identity: { database } }: Pick<ScaTestApp, 'identity'>,
  { id }: SubjectRef,
): Promise<readonly string[]> {
  const rows = await database.query<{ digest: string }>(
    `select s.digest from "authorization".signature s
       join "authorization".signature_collection c using (bank_id, collection_id)
      where c.resource_id = $1 and s.state = 'valid'`,
    [id],
  );
  return rows.map(({ digest }) => digest);
}

/** Runs tasks with the indexes from 0 to `count`, as many at a time as there are lanes. */
export async function inLanes(
  lanes: number,
  count: number,
  run: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await run(next - 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
