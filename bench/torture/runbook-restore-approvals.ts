import { randomUUID } from 'node:crypto';
import {
  answerDeviceRequest,
  openApproval,
  type PageForm,
  type ScaChoices,
  type ScaPorts,
  type SubjectRef,
  startAuthorisation,
  submitApproval,
} from '../../server/src/capabilities/sca/index.ts';
import { getAuthorisation } from '../../server/src/capabilities/sca/operations/get-authorisation.ts';
import { updateAuthorisation } from '../../server/src/capabilities/sca/operations/update-authorisation.ts';
import {
  createTestDevices,
  type TestDevice,
} from '../../server/src/capabilities/sca/testing/test-devices.suite.ts';
import {
  addSubject,
  allTestSubjects,
  createSubjectTable,
  outcomeOf,
} from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { thirdParty } from '../../server/src/capabilities/sca/testing/third-party.suite.ts';
import { Problem } from '../../server/src/platform/kernel/problem.ts';
import { Secret } from '../../server/src/platform/kernel/secret.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import type { Person } from '../harness/sign-in-people.ts';
import { testPayment } from '../harness/test-payment.ts';

/** Approvals that are open at the backup and finished after it. */
export interface RestoredApprovals {
  /** Before the backup: a device is asked, and a third party has got a code to confirm with. */
  fill(database: TestDatabase, people: readonly Person[]): Promise<void>;
  /** After the backup: finishes all of them, and starts others. */
  finish(): Promise<void>;
  /** Sends every proof again; calls back for each. */
  compare(judge: {
    ended(what: string, isOver: boolean): void;
    kept(what: string, isKept: boolean): void;
  }): Promise<void>;
}

type Ctx = Context & ScaPorts;

interface Begun {
  readonly what: string;
  readonly person: Person;
  readonly device: TestDevice;
  readonly subject: SubjectRef;
  readonly authorisationId: string;
  /** Sends the last proof; it is the same each time. */
  prove(): Promise<void>;
}

const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

/** Approves with the operations and keys of the product; payments and devices are those of the tests. */
export function restoredApprovals(context: Context, ports: ScaPorts): RestoredApprovals {
  const devices = createTestDevices();
  let more: Partial<ScaChoices> = {};
  const ctx: Ctx = {
    ...context,
    ...ports,
    devices,
    subjects: allTestSubjects(),
    scaChoices: { of: (bankId) => ({ ...ports.scaChoices.of(bankId), ...more }) },
  };
  const begun: Begun[] = [];
  const later: Begun[] = [];
  let filled: TestDatabase | undefined;
  const table = (): TestDatabase => {
    if (filled === undefined) throw new Error('not filled');
    return filled;
  };
  const beginAtDevice = async (person: Person, device: TestDevice): Promise<Begun> => {
    more = { approaches: ['DECOUPLED'] };
    const started = await start(ctx, table(), person);
    const answer = device.approve(device.shown());
    const prove = async (): Promise<void> => void (await answerDeviceRequest(ctx, answer));
    return { what: 'an answer of a device', person, device, prove, ...started };
  };
  return {
    async fill(database, people) {
      filled = database;
      await createSubjectTable(database);
      for (const person of people) {
        const device = devices.pair(person.userId);
        more = { approaches: ['REDIRECT'], isConfirmationNeeded: true };
        begun.push(await beginConfirmation(ctx, { database, person, device }));
        begun.push(await beginAtDevice(person, device));
      }
    },
    async finish() {
      for (const one of begun) {
        await one.prove();
        if ((await outcomeOf(table(), one.subject)).moves !== 1) throw new Error(`${one.what} was refused`);
      }
      for (const { device, person } of begun.filter(({ what }) => what !== confirmation))
        later.push(await beginAtDevice(person, device));
    },
    async compare({ ended, kept }) {
      for (const one of begun) {
        await refusalOf(one.prove);
        ended(one.what, (await outcomeOf(table(), one.subject)).moves === 0);
      }
      for (const { authorisationId, subject } of later) {
        const read = () => getAuthorisation({ ...ctx, caller: thirdParty }, { subject, authorisationId });
        ended('an approval that was started later', (await refusalOf(read)) === 'authorisation-unknown');
      }
      for (const { device, person } of begun.filter(({ what }) => what === confirmation)) {
        const again = await beginAtDevice(person, device);
        await again.prove();
        kept('a new approval', (await outcomeOf(table(), again.subject)).moves === 1);
      }
    },
  };
}

const confirmation = 'a confirmation of a third party';

async function start(
  ctx: Ctx,
  database: TestDatabase,
  { customerNumber: owner = '', username }: Person,
): Promise<Pick<Begun, 'authorisationId' | 'subject'> & { readonly pageUrl: string }> {
  const subject: SubjectRef = { kind: 'payment', id: randomUUID() };
  const order = testPayment(subject.id);
  await addSubject(database, { ref: subject, organisationId: thirdParty.authorisationNumber, owner, order });
  const { view } = await startAuthorisation(
    // The browser returns at once only to an address of its own.
    { ...ctx, caller: { ...thirdParty, domains: ['a.tpp.test'] } },
    {
      subject,
      listPath: '/list',
      claimedName: username,
      preference: { redirect: undefined, decoupled: undefined },
      returnTo: { uri: 'https://a.tpp.test/back' },
      language: undefined,
      update: undefined,
      notifications: { address: undefined, preferredContents: undefined },
    },
  );
  return { subject, authorisationId: view.authorisationId, pageUrl: view.pageUrl ?? '' };
}

/** Approves on the page, by a device, up to the code that the third party confirms with. */
async function beginConfirmation(
  ctx: Ctx,
  {
    database,
    device,
    person,
  }: { readonly database: TestDatabase; readonly person: Person; readonly device: TestDevice },
): Promise<Begun> {
  const { authorisationId, pageUrl, subject } = await start(ctx, database, person);
  const handle = pageUrl.slice(pageUrl.lastIndexOf('/') + 1);
  const first = await openApproval(ctx, { handle, browserSecret: undefined, state: undefined });
  const { browserSecret } = first;
  const submit = (form: PageForm) =>
    submitApproval(ctx, { handle, browserSecret, csrf: first.frame?.csrf ?? '', form, browserInfo });
  await submit({ do: 'password', password: new Secret(person.password) });
  const { view } = await openApproval(ctx, { handle, browserSecret, state: undefined });
  const methods = view.kind === 'method' ? view.methods : [];
  const methodId = methods.find(({ kind }) => kind === 'device')?.methodId ?? '';
  await submit({ do: 'method', methodId });
  await answerDeviceRequest(ctx, device.approve(device.shown()));
  const left = await submit({ do: 'refresh' });
  const code =
    new URL(left.kind === 'leave' ? left.url : 'about:blank').searchParams.get('confirmationCode') ?? '';
  const command = { subject, authorisationId, update: { kind: 'confirm', code } as const, listPath: '/list' };
  const prove = async (): Promise<void> =>
    void (await updateAuthorisation({ ...ctx, caller: thirdParty }, command));
  return { what: confirmation, person, device, subject, authorisationId, prove };
}

/** Returns the literal of the problem with which an operation is refused. */
async function refusalOf(operation: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await operation();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.literal;
  }
}
