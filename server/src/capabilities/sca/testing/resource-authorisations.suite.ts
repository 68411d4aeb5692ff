import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { describeNotifiedStarts, type NotifyingTestApp } from './notified-starts.suite.ts';
import type { ResourceTestApp, TestCustomer } from './resource-test-app.suite.ts';

/** Resources of one kind, as the tests of their authorisations need them. */
export interface AuthorisedResources extends AsyncDisposable {
  readonly app: AuthorisationsTestApp;
  /** Last step of the path of the list. */
  readonly collection?: 'cancellation-authorisations';
  /** A customer who can approve a resource alone. */
  customer(): Promise<TestCustomer>;
  /** Creates a resource whose authorisation starts by a request of its own; returns its path. */
  create(customer: TestCustomer, headers?: Readonly<Record<string, string>>): Promise<string>;
  /** Creates one that leaves its accounts to the customer, where that is possible. */
  createOpen(): Promise<string>;
  /** Response to the start of its authorisation at a bank without pages. */
  readonly withoutPage: '400 SERVICE_INVALID' | '201 received';
  /** Ends a resource before its approval. */
  end(path: string): Promise<unknown>;
}

type AuthorisationsTestApp = Pick<ResourceTestApp<unknown>, 'chooseSca' | 'parties'> & NotifyingTestApp;

type Headers = Readonly<Record<string, string>>;

/** The authorisations of every kind of resource are the same: this is what third parties see of them. */
export function describeAuthorisations(noun: string, open: () => Promise<AuthorisedResources>): void {
  let resources: AuthorisedResources;
  let app: AuthorisationsTestApp;
  let collection: string;
  beforeAll(async () => {
    resources = await open();
    ({ app, collection = 'authorisations' } = resources);
  });
  afterAll(() => resources[Symbol.asyncDispose]());
  beforeEach(() => app.chooseSca({ approaches: ['EMBEDDED', 'REDIRECT', 'DECOUPLED'] }));

  const listOf = async (customer: TestCustomer): Promise<string> =>
    `${await resources.create(customer)}/${collection}`;
  const start = (list: string, body?: unknown, headers: Headers = {}): Promise<TestServerResponse> =>
    app.send({ method: 'POST', path: list, headers, ...(body === undefined ? {} : { body }) });
  const update = (path: string, body: unknown, headers: Headers = {}): Promise<TestServerResponse> =>
    app.send({ method: 'PUT', path, headers, body });

  /** Starts an authorisation and returns its path. */
  async function started(list: string, headers: Headers = {}): Promise<string> {
    const response = await start(list, undefined, headers);
    if (response.status !== 201) throw new Error(response.text);
    return `${list}/${String(at(response.body, 'authorisationId'))}`;
  }

  /** An authorisation at which the code is awaited. */
  async function atCode() {
    const customer = await resources.customer();
    const list = await listOf(customer);
    const path = await started(list, { 'psu-id': customer.username });
    expect(shortly(await update(path, { psuData: { password: customer.password } }))).toBe(
      '200 scaMethodSelected',
    );
    return { list, path, ...(await app.identity.newestCode(customer.userId)) };
  }

  describeNotifiedStarts(() => ({ app, customer: () => resources.customer(), listOf }));

  describe(`the authorisations of ${noun}`, () => {
    test('are started, listed, read and updated', async () => {
      const customer = await resources.customer();
      const list = await listOf(customer);
      expect((await app.send({ method: 'GET', path: list })).body).toEqual({ authorisationIds: [] });
      const response = await start(list, undefined, { 'psu-id': customer.username });
      const id = String(at(response.body, 'authorisationId'));
      const own = { href: `${list}/${id}` };
      expect(response.body).toMatchObject({
        scaStatus: 'psuIdentified',
        _links: { updatePsuAuthentication: own, scaStatus: own },
      });
      const known = await update(own.href, { psuData: { password: customer.password } });
      expect(known.body).toMatchObject({
        scaStatus: 'scaMethodSelected',
        scatransactionStatus: 'scaMethodSelected',
      });
      const { code } = await app.identity.newestCode(customer.userId);
      expect(shortly(await update(own.href, { scaAuthenticationData: code }))).toBe('200 finalised');
      expect((await app.send({ method: 'GET', path: list })).body).toEqual({ authorisationIds: [id] });
      expect(shortly(await app.send({ method: 'GET', path: own.href }))).toBe('200 finalised');
      expect(shortly(await start(list))).toBe('409 STATUS_INVALID');
      expect(shortly(await update(own.href, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
    });

    test('belong to their resource and their third party', async () => {
      const customer = await resources.customer();
      const path = await started(await listOf(customer));
      const other = `${await listOf(customer)}/${path.slice(path.lastIndexOf('/') + 1)}`;
      const answers = [
        await app.send({ method: 'GET', path: other }),
        await app.send({ method: 'GET', path, as: '_B' }),
        await app.send({ method: 'GET', path: path.slice(0, path.lastIndexOf('/')), as: '_B' }),
        await app.send({ method: 'POST', path: path.slice(0, path.lastIndexOf('/')), as: '_B' }),
        await app.send({ method: 'PUT', path, as: '_B', body: {}, headers: { 'psu-id': 'x' } }),
      ];
      expect(answers.map(shortly)).toEqual(answers.map(() => '403 RESOURCE_UNKNOWN'));
    });
  });

  describe.each([
    ['a code before its time', { scaAuthenticationData: '12345678' }, '400 SERVICE_INVALID'],
    ['a confirmation', { confirmationCode: 'x' }, '403 SERVICE_BLOCKED'],
    ['an encrypted password', { psuData: { encryptedPassword: 'x' } }, '400 FORMAT_ERROR'],
    ['a wrong password', { psuData: { password: 'not it' } }, '401 PSU_CREDENTIALS_INVALID'],
  ])('%s', (_, body, expected) => {
    test('is refused with the start and after it', async () => {
      const customer = await resources.customer();
      const list = await listOf(customer);
      const headers = { 'psu-id': customer.username };
      expect(shortly(await start(list, body, headers))).toBe(expected);
      expect(shortly(await update(await started(list, headers), body))).toBe(expected);
    });
  });

  test('a password without a customer is refused with the start and after it', async () => {
    const list = await listOf(await resources.customer());
    const body = { psuData: { password: 'x' } };
    expect(shortly(await start(list, body))).toBe('400 FORMAT_ERROR');
    expect(shortly(await update(await started(list), body))).toBe('400 FORMAT_ERROR');
  });

  test('a customer who may not sign yet is refused with the start and after it', async () => {
    const list = await listOf(await resources.customer());
    const newcomer = await app.parties.customer();
    const headers = { 'psu-id': newcomer.username };
    const body = { psuData: { password: newcomer.password } };
    expect(shortly(await start(list, body, headers))).toBe('403 SERVICE_BLOCKED');
    expect(shortly(await update(await started(list, headers), body))).toBe('403 SERVICE_BLOCKED');
  });

  test('a customer without a method is refused with the start, and one who names another after it', async () => {
    const customer = await resources.customer();
    const list = await listOf(customer);
    await app.identity.database.query(
      `update identity.user_account set phone_cooling_off_until = $2 where user_id = $1`,
      [customer.userId, app.identity.clock.now().add({ hours: 24 }).toString()],
    );
    const headers = { 'psu-id': customer.username };
    const body = { psuData: { password: customer.password } };
    expect(shortly(await start(list, body, headers))).toBe('400 SCA_METHOD_UNKNOWN');
    const path = await started(list, headers);
    await app.identity.database.query(
      `update sca.authorisation set status = 'psuAuthenticated', user_id = $2 where authorisation_id = $1`,
      [path.split('/').at(-1), customer.userId],
    );
    expect(shortly(await update(path, { authenticationMethodId: 'another' }))).toBe('400 SCA_METHOD_UNKNOWN');
  });

  test('a customer who is being asked on a device is not asked again', async () => {
    const decoupled = { 'psu-id': 'asked.elsewhere', 'tpp-decoupled-preferred': 'true' };
    const list = await listOf(await resources.customer());
    expect((await start(list, undefined, decoupled)).status).toBe(201);
    expect(shortly(await start(list, undefined, decoupled))).toBe('429 SERVICE_BLOCKED');
    const path = await started(list, { 'tpp-decoupled-preferred': 'true' });
    expect(shortly(await update(path, {}, { 'psu-id': 'asked.elsewhere' }))).toBe('429 SERVICE_BLOCKED');
  });

  test('a page needs an address to return to, and accounts that are open need the page', async () => {
    const list = `${await resources.createOpen()}/${collection}`;
    app.chooseSca({ approaches: ['REDIRECT'] });
    expect(shortly(await start(list))).toBe('400 FORMAT_ERROR');
    app.chooseSca({ approaches: ['EMBEDDED'] });
    expect(shortly(await start(list))).toBe(resources.withoutPage);
  });

  test('are limited in number while they are open', async () => {
    const list = await listOf(await resources.customer());
    let last = await start(list);
    for (let count = 1; count < 30; count += 1) last = await start(list);
    expect(shortly(last)).toBe('409 STATUS_INVALID');
  });

  test('take no code once the resource was ended by the third party', async () => {
    const { code, list, path } = await atCode();
    await resources.end(list.slice(0, list.lastIndexOf('/')));
    expect(shortly(await update(path, { scaAuthenticationData: code }))).toBe('409 STATUS_INVALID');
    expect(shortly(await start(list))).toBe('409 STATUS_INVALID');
  });

  test('that failed take no confirmation, and those of a resource whose time is over do not start', async () => {
    app.chooseSca({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
    const back = { 'tpp-redirect-uri': 'https://a.tpp.test/back' };
    const list = `${await resources.create(await resources.customer(), back)}/${collection}`;
    const failed = await started(list, back);
    app.identity.clock.advance({ hours: 1 });
    expect(shortly(await update(failed, { confirmationCode: 'x' }))).toBe('400 SCA_INVALID');
    expect((await start(list, undefined, back)).status).toBe(403);
  });
}

/** Returns status and message code, or SCA status, of a response in short. */
function shortly({ body, status }: TestServerResponse): string {
  const said = at(body, 'tppMessages', 0, 'code') ?? at(body, 'scaStatus');
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}
