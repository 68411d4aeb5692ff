import { insertPeople, type Person } from '../../bench/harness/sign-in-people.ts';
import { testPayment } from '../../bench/harness/test-payment.ts';
import {
  type BankRequest,
  createTestThirdParty,
  type TestResource,
} from '../../bench/harness/test-third-party.ts';
import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import {
  putAccount,
  type TestAccount,
} from '../../server/src/capabilities/sca/testing/test-accounts.suite.ts';
import { authorisationsOf } from '../../server/src/capabilities/sca/testing/test-routes.suite.ts';
import { changeOrder, outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { BankOptions } from '../harness/bank-check.ts';
import {
  type BankCustomer,
  type CustomerBank,
  eachOnce,
  openCustomerBank,
  returnHeaders,
  sendOrThrow,
  shopPage,
} from '../harness/customer-bank.ts';

/** The running product with customers who can approve orders of a test table. */
export interface ApprovalBank extends CustomerBank {
  /** Returns a customer whom no check has used yet. */
  customer(): BankCustomer;
  /** Starts an approval as the third party, and returns the link for the customer. */
  ask(asked: Asked): Promise<Approval>;
  /** Sends a request with the certificate of the third party, and returns the body; throws unless it succeeds. */
  send(request: BankRequest): Promise<unknown>;
  /** Lets this many minutes pass for an approval. */
  age(approval: Approval, minutes: number): Promise<void>;
  /** Changes the amount of a payment, as a mistake or an attack could. */
  raise(approval: Approval): Promise<void>;
  /** Gives a customer an account to choose. */
  addAccount(customer: Person, account: Omit<TestAccount, 'owner'>): Promise<void>;
}

/** What a third party asks for. */
export interface Asked extends Pick<TestResource, 'leavesOpen' | 'order'> {
  readonly customer: Person;
  /** The third party names the customer. */
  readonly isNamed?: boolean;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An approval that a third party has started. */
export interface Approval {
  readonly authorisationId: string;
  readonly subject: SubjectRef;
  /** Address of the bank's page. */
  readonly url: string;
  /** Address of the shop's page that leads there. */
  readonly shop: string;
  status(): Promise<string>;
  confirm(code: string): Promise<string>;
  outcome(): ReturnType<typeof outcomeOf>;
}

export async function openApprovalBank({ customers, profile }: BankOptions): Promise<ApprovalBank> {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(
    await openCustomerBank({
      api: ['bench/harness/test-bank-api.ts'],
      profile: { scaApproachesSupported: ['REDIRECT'], ...profile },
    }),
  );
  const { authorities, product, shopUrl } = bank;
  const { instance, proxyPort } = product;
  const thirdParty = await createTestThirdParty(instance, { authorities, proxyPort });
  const people = await insertPeople(instance, { count: customers, prefix: 'walker', canSign: true });
  const send = (request: BankRequest): Promise<unknown> => sendOrThrow(thirdParty, request);
  const resources = opened.move();
  return {
    ...bank,
    customer: eachOnce(people),
    send,
    async ask({ customer, headers = {}, isNamed = true, language = 'en', ...resource }) {
      const subject = await thirdParty.add({
        ...resource,
        ...(resource.leavesOpen === undefined ? { owner: customer.customerNumber ?? '' } : {}),
      });
      const path = authorisationsOf(subject);
      const started = await send({
        method: 'POST',
        path,
        headers: {
          ...returnHeaders(shopUrl),
          'psu-accept-language': language,
          ...(isNamed ? { 'psu-id': customer.username } : {}),
          ...headers,
        },
      });
      const url = String(at(started, '_links', 'scaRedirect', 'href'));
      const authorisationId = String(at(started, 'authorisationId'));
      const own = `${path}/${authorisationId}`;
      return {
        authorisationId,
        subject,
        url,
        shop: shopPage(shopUrl, url),
        status: async () => String(at(await send({ method: 'GET', path: own }), 'scaStatus')),
        confirm: async (code) => {
          const body = { confirmationCode: code };
          return String(at(await send({ method: 'PUT', path: own, body }), 'scaStatus'));
        },
        outcome: () => outcomeOf(instance.database, subject),
      };
    },
    async age({ authorisationId }, minutes) {
      await instance.database.query(
        `update sca.authorisation set arrived_at = arrived_at - make_interval(mins => $2),
           active_at = active_at - make_interval(mins => $2), ends_at = ends_at - make_interval(mins => $2)
          where authorisation_id = $1`,
        [authorisationId, minutes],
      );
    },
    async raise({ subject }) {
      const order = testPayment(subject.id);
      const transfer = { ...order.transfer, amount: { ...order.transfer.amount, minor: 9_124_950n } };
      await changeOrder(instance.database, subject, { ...order, transfer });
    },
    addAccount: ({ customerNumber = '' }, account) =>
      putAccount(instance.database, { ...account, owner: customerNumber }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
