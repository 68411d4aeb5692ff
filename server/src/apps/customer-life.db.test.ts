import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliveryStatuses, mailboxStatuses } from '#capabilities/correspondence/index.ts';
import { sweepOnce } from '#capabilities/correspondence/testing/delivery-steps.suite.ts';
import { userStates } from '#capabilities/identity/index.ts';
import { goodPassword } from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { type RecoverySteps, recoverySteps } from '#capabilities/identity/testing/recovery-steps.suite.ts';
import { restBeforeCode, walkIn } from '#capabilities/identity/testing/sign-in-steps.suite.ts';
import { customerStatuses, individualStatuses, relationshipKinds } from '#capabilities/party/index.ts';
import { home } from '#capabilities/party/testing/party-test-app.suite.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  type Arrow,
  arrowsBetween,
  type CustomerLife,
  createCustomerLife,
  mailboxOwner,
  readStanding,
  type Subjects,
} from './customer-life.suite.ts';

let life: CustomerLife;
let words: RecoverySteps;
const subjects: Subjects = { communications: new Set() };
const arrows: Arrow[] = [];
let accountId: string;
let organization: string;

beforeAll(async () => {
  life = await createCustomerLife();
  words = await recoverySteps(life.identity);
});
afterAll(() => life[Symbol.asyncDispose]());

const email = 'lea.lebensweg@example.org';
const phone = '+4915112345678';
const username = 'lea.lebensweg';
const staff = ['--employee', 'e-1', '--reason', 'as said'] as const;
const number = (): string => subjects.partyNumber ?? '';
const party = (path: string): string => `/v1/party/parties${path}`;

/** A step of the life is a test; what it moved is read over HTTP, and must be drawn in the document. */
function step(name: string, act: () => Promise<void>): void {
  // oxlint-disable-next-line vitest/valid-title -- the document names the steps, and a function adds them
  test(name, async () => {
    const before = await readStanding(life, subjects);
    await act();
    await life.drain();
    const found = arrowsBetween(before, await readStanding(life, subjects), name);
    expect(found).not.toEqual([]);
    arrows.push(...found);
  });
}

async function sent(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown> {
  const response = await life.send(method, path, body);
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`);
  return response.body;
}

const status = (trigger: string): Promise<void> =>
  life.command(`parties status change --bank 01 --party ${number()} --trigger ${trigger}`, ...staff);

async function message(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const body = await sent('POST', '/v1/correspondence/communications', {
    'customer-number': number(),
    'message-kind': 'notice',
    'contact-medium': 'email',
    message: { title: 'Hello', body: { 'content-type': 'text/plain', content: 'Good day.' } },
    ...more,
  });
  const id = String(at(body, 'id'));
  subjects.communications.add(id);
  return id;
}

async function report(
  id: string,
  reported: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  life.advance({ hours: 1 });
  const items = [{ 'communication-id': id, status: reported, ...more }];
  await sent('POST', '/v1/correspondence/communications/statuses', { items });
}

const relationship = (action: string, kind: string, rest: string): Promise<void> =>
  life.command(
    `parties relationships ${action} --bank 01 --party ${number()} --kind ${kind} ${rest}`,
    ...staff,
  );
const owners = (list: readonly unknown[]): Promise<unknown> =>
  sent('PATCH', party(`/organizations/${organization}/ownership`), {
    'effective-date': life.identity.clock.today('Europe/Berlin').toString(),
    owners: list,
  });
const today = (): string => life.identity.clock.today('Europe/Berlin').toString();

async function person(surname: string): Promise<string> {
  const fields = {
    'registration-profile': 'contact',
    'given-name': 'Lou',
    surname,
    'mobile-phone': { number: '+4915112345000' },
    'email-address': { value: `${surname.toLowerCase()}@example.org` },
  };
  return String(at(await sent('POST', party('/individuals'), fields), 'id'));
}

describe('before the first account', () => {
  step('is registered as a contact', async () => {
    const body = await sent('POST', party('/individuals'), {
      'registration-profile': 'contact',
      'given-name': 'Lea',
      surname: 'Lebensweg',
      'mobile-phone': { number: phone },
      'email-address': { value: email },
    });
    subjects.partyNumber = String(at(body, 'id'));
  });
  step('is contacted by the bank', () => status('first-contact'));
  step('refuses the offer', () => status('customer-refused'));
  step('is interested again', () => status('new-interest'));
  step('is refused by the bank', () => status('bank-refused'));
  step('appeals, and two employees grant it', async () => {
    const line = `parties status grant-appeal --bank 01 --party ${number()} --reason appeal`;
    await life.command(`${line} --employee e-1`);
    await life.command(`${line} --employee e-2`);
  });
  step('applies, and two employees find the screening clear', async () => {
    await sent('POST', party('/individuals'), {
      'registration-profile': 'customer',
      'party-number': number(),
      'given-name': 'Lea',
      surname: 'Lebensweg',
      'birth-date': '1980-05-05',
      'birth-place': 'Berlin',
      'birth-country': 'DE',
      'country-of-residence': 'DE',
      'contact-address': home,
      'legal-address': home,
      'delivery-address': home,
      'employment-status': 'employed',
      'id-number': 'L12345678',
      'id-kind': 'passport-number',
    });
    const line = `--bank 01 --party ${number()} --outcome clear`;
    await life.command(`parties screening propose ${line}`, ...staff);
    await life.command(`parties screening confirm ${line} --employee e-2 --yes`);
  });
});

describe('the user', () => {
  step('is registered by the bank', async () => {
    const response = await life.identity.send('POST', '/users', {
      as: {
        kind: 'employee',
        id: 'e-1',
        banks: ['01'],
        roles: ['identity.users.register', 'party.all-units'],
      },
      headers: { 'idempotency-key': 'life-user-0000001' },
      body: { username, email, 'phone-number': phone, 'customer-number': number(), 'terms-version': '1' },
    });
    if (response.status !== 201) throw new Error(response.text);
    subjects.userId = String(at(response.body, 'user-id'));
    subjects.username = username;
  });
  step('chooses a password, and is activated', async () => {
    life.advance({ hours: 1 });
    const walk = await walkIn(life.identity);
    await walk.post('forgot-password');
    await walk.post('send-reset', { username });
    await life.drain();
    const temporary = /[b-z]{20}/v.exec((await words.messages()).at(-1)?.text ?? '')?.[0] ?? '';
    restBeforeCode(life.identity);
    await walk.post('temporary-password', { 'temporary-password': temporary });
    await walk.post('code', { code: (await life.identity.newestCode(subjects.userId ?? '')).code });
    await walk.post('new-password', { 'new-password': goodPassword, 'repeat-password': goodPassword });
  });
  step('is suspended by an employee', () =>
    life.command(`users suspend --bank 01 --user ${username} --reason fraud`),
  );
  step('is reinstated by an employee', () =>
    life.command(`users reinstate --bank 01 --user ${username} --reason identity-proven`),
  );
});

describe('relationships', () => {
  let spouse: string;
  step('marries', async () => {
    spouse = await person('Gefaehrte');
    await relationship('enter', 'kinship', `--other ${spouse} --role spouse --from 2020-06-01`);
  });
  step('was kin before, as an employee corrects', () =>
    relationship('change', 'kinship', `--other ${spouse} --role kin --from 2021-01-01`),
  );
  step('is divorced', () => relationship('end', 'kinship', `--other ${spouse} --on 2022-01-01`));
  step('founds a company and becomes its director', async () => {
    const body = await sent('POST', party('/organizations'), {
      'registration-profile': 'contact',
      'commercial-name': 'Lebensweg Handel',
      phone: { number: '+49309012345' },
      representatives: [{ 'party-number': number(), role: 'director' }],
    });
    organization = String(at(body, 'id'));
  });
  const mandate = (action: string, ...more: readonly string[]): Promise<void> =>
    life.command(
      `parties mandates ${action} --bank 01 --party ${organization} --proxy ${number()}`,
      ...more,
      ...staff,
    );
  step('may sign documents only', () => mandate('change', '--scope', 'document'));
  step('is dismissed as director', async () => {
    const tomorrow = life.identity.clock.today('Europe/Berlin').add({ days: 1 }).toString();
    await mandate('end', '--on', tomorrow);
    life.advance({ days: 1 });
  });
  step('owns shares', async () => {
    await owners([{ 'party-number': number(), share: 60, 'is-beneficial-owner': true }]);
  });
  step('sells some of them', async () => {
    life.advance({ days: 1 });
    await owners([
      { 'party-number': number(), share: 30, 'is-beneficial-owner': true },
      { 'party-number': spouse, share: 30, 'is-beneficial-owner': true },
    ]);
  });
  step('sells the rest', async () => {
    life.advance({ days: 1 });
    await owners([{ 'party-number': spouse, share: 60, 'is-beneficial-owner': true }]);
  });
  step('is employed', () =>
    relationship('enter', 'work', `--other ${organization} --role employee --from 2020-06-01`),
  );
  step('works until a day that is agreed', () =>
    relationship(
      'change',
      'work',
      `--other ${organization} --role employee --from 2021-06-01 --until 2999-12-31`,
    ),
  );
  step('leaves the company', () => relationship('end', 'work', `--other ${organization} --on 2022-06-01`));
});

describe('messages', () => {
  const known: Record<string, string> = {};
  step('gets a message', async () => {
    known['first'] = await message();
  });
  step('a gateway takes the message', () => report(known['first'] ?? '', 'sending'));
  step('the gateway reports nothing until its lease ends', async () => {
    life.advance({ hours: 2 });
    await sweepOnce(life.identity.context());
  });
  step('the gateway takes the message again', () => report(known['first'] ?? '', 'sending'));
  step('the message is sent', () => report(known['first'] ?? '', 'sent'));
  step('the message arrives', () => report(known['first'] ?? '', 'delivered'));
  step('gets a message to an address that does not exist', async () => {
    known['second'] = await message();
  });
  step('a gateway takes that message', () => report(known['second'] ?? '', 'sending'));
  step('that message fails', () =>
    report(known['second'] ?? '', 'failed', { 'hard-failure': true, reason: 'unknown' }),
  );
  step('gets a message that no gateway takes', async () => {
    const expires = life.identity.clock.now().add({ hours: 2 }).toString();
    known['third'] = await message({ expires });
  });
  step('a message expires', async () => {
    life.advance({ hours: 3 });
    await sweepOnce(life.identity.context());
  });
  step('gets two messages in the mailbox', async () => {
    await message({ 'contact-medium': 'mailbox' });
    await message({ 'contact-medium': 'mailbox' });
  });
  const inbox = async (): Promise<readonly string[]> => {
    const path = '/v1/correspondence/me/messages?statuses=unread,read';
    const { body } = await life.send('GET', path, undefined, mailboxOwner(subjects.userId ?? '', number()));
    return listAt(body, 'items').map((item) => String(at(item, 'message-id')));
  };
  const mailbox = async (path: string, body?: unknown): Promise<void> => {
    const as = mailboxOwner(subjects.userId ?? '', number());
    const response = await life.send('POST', `/v1/correspondence/me/messages/${path}`, body, as);
    if (response.status !== 204) throw new Error(`${path}: ${response.status} ${response.text}`);
  };
  step('reads one of them', async () => mailbox(`${(await inbox())[0] ?? ''}/mark-as-read`));
  step('archives both', async () => mailbox('archive', { 'message-ids': await inbox() }));
});

describe('accounts, silence and the end', () => {
  test('opens an account and uses it, which changes no status', async () => {
    accountId = await life.core.openAccount({ owner: number() });
    life.core.reportActivity(number(), today());
    await life.follow();
    const standing = await readStanding(life, subjects);
    expect(standing.get('Customer status it')?.state).toBe('active');
  });
  step('is silent for a year', async () => {
    life.advance({ months: 13 });
    await life.night();
  });
  step('uses the account again', async () => {
    life.core.reportActivity(number(), today());
    await life.follow();
  });
  step('closes the last account', async () => {
    await life.core.changeStatus(accountId, 'closed');
    await life.follow();
  });
  step('opens a new account', async () => {
    accountId = await life.core.openAccount({ owner: number() });
    await life.follow();
  });
  step('gets a message that waits', async () => {
    await message({ 'not-before': life.identity.clock.now().add({ hours: 20 }).toString() });
  });
  step('dies', async () => {
    await sent('POST', party(`/individuals/${number()}/death-report`), {
      'date-of-death': today(),
      source: 'certificate',
    });
  });
  step('the user is closed by an employee', () =>
    life.command(`users close --bank 01 --user ${username} --reason death --yes`),
  );
  step('leaves an estate without accounts', async () => {
    await life.core.changeStatus(accountId, 'closed');
    await life.follow();
  });
  step('is forgotten after the retention', async () => {
    life.advance({ years: 6 });
    await life.night();
  });
});

describe('the diagrams', () => {
  const reached = (diagram: string): ReadonlySet<string> =>
    new Set(arrows.filter((arrow) => arrow.diagram === diagram).map(({ to }) => to));

  test.each<[string, readonly string[]]>([
    ['Customer status', customerStatuses],
    ['Individual status', individualStatuses],
    ['User status', userStates],
    ['Message status', deliveryStatuses],
    ['Mailbox status', mailboxStatuses],
    ['Relationships', relationshipKinds.flatMap((kind) => [`${kind}_current`, `${kind}_ended`])],
  ])('%s: every declared value was reached', (diagram, declared) => {
    expect(declared.filter((value) => !reached(diagram).has(value))).toEqual([]);
  });

  test('show every arrow of this life, with its step, and no other one', async () => {
    const document = await readFile(new URL('../../../docs/customer-life.md', import.meta.url), 'utf8');
    const drawn = document.split('\n## ').slice(1).flatMap(arrowsDrawn);
    const happened = new Set(
      arrows.map(({ diagram, from, step: name, to }) => `${diagram}: ${from} --> ${to}: ${name}`),
    );
    expect(drawn.toSorted()).toEqual([...happened].toSorted());
  });
});

/** The arrows of a section, each as `Title: from --> to: step`. */
function arrowsDrawn(section: string): readonly string[] {
  const [title = '', ...lines] = section.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.includes('-->')).map((line) => `${title}: ${line}`);
}
