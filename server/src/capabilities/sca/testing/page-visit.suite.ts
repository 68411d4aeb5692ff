import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import type { PageForm } from '../domain/page-form.ts';
import type { ApprovalView } from '../domain/page-view.ts';
import type { SubjectRef } from '../domain/subject.ts';
import { openApproval } from '../operations/pages/open-approval.ts';
import { type SubmittedApproval, submitApproval } from '../operations/pages/submit-approval.ts';
import { pathOf, type ScaTestApp, type TestCustomer } from './sca-test-app.suite.ts';

/** Where the third party of the tests wants its customer back. */
export const back = 'https://a.tpp.test/back';

/** A browser at the page of an authorisation. Tabs of one browser share it. */
export interface PageVisit {
  readonly subject: SubjectRef;
  readonly id: string;
  view(): Promise<ApprovalView>;
  submit(form: PageForm): Promise<SubmittedApproval>;
  /** Signs in with the password of the customer. */
  signIn(): Promise<SubmittedApproval>;
  newestCode(): Promise<string>;
  status(): Promise<unknown>;
}

const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

/** Starts an authorisation and opens its page. */
export async function visitPage(
  app: ScaTestApp,
  {
    customer,
    headers = {},
    subject,
  }: {
    readonly customer: TestCustomer;
    readonly subject: SubjectRef;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<PageVisit> {
  const started = await app.send({
    method: 'POST',
    path: pathOf(subject),
    headers: { 'tpp-redirect-uri': back, 'psu-id': customer.username, ...headers },
  });
  if (started.status !== 201) throw new Error(`not started: ${started.status} ${started.text}`);
  const id = String(at(started.body, 'authorisationId'));
  const url = String(at(started.body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  const first = await openApproval(app.context(), { handle, browserSecret: undefined, state: undefined });
  const { browserSecret } = first;
  const csrf = first.frame?.csrf ?? '';
  const submit: PageVisit['submit'] = (form) =>
    submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo });
  return {
    subject,
    id,
    submit,
    view: async () => (await openApproval(app.context(), { handle, browserSecret, state: undefined })).view,
    signIn: () => submit({ do: 'password', password: new Secret(customer.password) }),
    newestCode: async () => (await app.identity.newestCode(customer.userId)).code,
    status: async () =>
      at((await app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` })).body, 'scaStatus'),
  };
}
