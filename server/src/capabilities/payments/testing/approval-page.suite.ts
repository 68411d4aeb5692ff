import { type ApprovalView, openApproval, type PageForm, submitApproval } from '#capabilities/sca/index.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { PaymentsTestApp, TestCustomer } from './payments-test-app.suite.ts';

/** The page on which a customer approves a payment that was initiated by redirect. */
export interface ApprovalPage {
  submit(form: PageForm): Promise<void>;
  view(): Promise<ApprovalView>;
  /** Sends the newest code of the customer. */
  enterCode(): Promise<void>;
}

export const redirected = {
  'tpp-redirect-uri': 'https://a.tpp.test/back',
  'tpp-redirect-preferred': 'true',
  'tpp-explicit-authorisation-preferred': 'false',
} as const;

const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

/** Opens the page of an initiated payment, and signs the customer in. */
export async function openApprovalPage(
  app: Pick<PaymentsTestApp, 'context' | 'identity'>,
  { body }: TestServerResponse,
  customer: TestCustomer,
): Promise<ApprovalPage> {
  const url = String(at(body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  const first = await openApproval(app.context(), { handle, browserSecret: undefined, state: undefined });
  const { browserSecret } = first;
  const csrf = first.frame?.csrf ?? '';
  const submit = async (form: PageForm): Promise<void> => {
    await submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo });
  };
  await submit({ do: 'identify', name: customer.username });
  await submit({ do: 'password', password: new Secret(customer.password) });
  return {
    submit,
    view: async () => (await openApproval(app.context(), { handle, browserSecret, state: undefined })).view,
    async enterCode() {
      const { code } = await app.identity.newestCode(customer.userId);
      await submit({ do: 'code', code });
    },
  };
}
