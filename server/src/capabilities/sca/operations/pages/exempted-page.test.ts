import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { at } from '#platform/testing/json-at.ts';
import type { PageForm } from '../../domain/page-form.ts';
import type { SubjectRef } from '../../domain/subject.ts';
import type { ScaChoices } from '../../ports/sca-ports.ts';
import { type ExemptionSteps, eur, exemptionSteps, paying } from '../../testing/exemption-steps.suite.ts';
import {
  createScaTestApp,
  pathOf,
  type ScaTestApp,
  type TestCustomer,
} from '../../testing/sca-test-app.suite.ts';
import { outcomeOf } from '../../testing/test-subjects.suite.ts';
import { type OpenedApproval, openApproval } from './open-approval.ts';
import { type SubmittedApproval, submitApproval } from './submit-approval.ts';

let app: ScaTestApp;
let steps: ExemptionSteps;
beforeAll(async () => {
  app = await createScaTestApp();
  steps = exemptionSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const exemptions = {
  'low-value': [{ currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 }],
} as const;
beforeEach(() => app.choose({ exemptions }));

const back = 'https://a.tpp.test/back';
const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

interface Visit {
  readonly subject: SubjectRef;
  readonly id: string;
  open(): Promise<OpenedApproval>;
  submit(form: PageForm): Promise<SubmittedApproval>;
  status(): Promise<unknown>;
}

/** The page of a payment, in the browser that opened it first. */
async function visit(customer: TestCustomer, minor: bigint, more: Partial<ScaChoices> = {}): Promise<Visit> {
  app.choose({ exemptions, approaches: ['REDIRECT'], ...more });
  const { id: paymentId, kind } = await app.payment(customer.customerNumber, paying(eur(minor)));
  const subject = { kind, id: paymentId };
  const headers = { 'tpp-redirect-uri': back, 'psu-id': customer.username };
  const started = await app.send({ method: 'POST', path: pathOf(subject), headers });
  const id = String(at(started.body, 'authorisationId'));
  const url = String(at(started.body, '_links', 'scaRedirect', 'href'));
  const handle = url.slice(url.lastIndexOf('/') + 1);
  let browserSecret: string | undefined;
  const open = async (): Promise<OpenedApproval> => {
    const opened = await openApproval(app.context(), { handle, browserSecret, state: undefined });
    browserSecret ??= opened.browserSecret;
    return opened;
  };
  const csrf = (await open()).frame?.csrf ?? '';
  return {
    subject,
    id,
    open,
    submit: (form) => submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo }),
    status: async () =>
      at((await app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` })).body, 'scaStatus'),
  };
}

const passwordOf = ({ password }: TestCustomer): PageForm => ({
  do: 'password',
  password: new Secret(password),
});

test('the page ends after the password of an exempted payment, and leads back', async () => {
  const customer = await steps.knownCustomer();
  const one = await visit(customer, 3_000n);
  expect(await one.submit(passwordOf(customer))).toEqual({ kind: 'leave', url: back });
  expect(await one.status()).toBe('exempted');
  expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ state: 'done', moves: 1 });
  expect((await one.open()).view).toEqual({ kind: 'done', returnUrl: back });
  expect(await one.submit(passwordOf(customer))).toEqual({ kind: 'leave', url: back });
  expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ moves: 1 });
  expect(await steps.countsOf(customer)).toBe('1 EUR 3000');
  const audits = await app.identity.database.query<{ record: string }>(
    `select record::text as record from platform.audit_entry where aggregate_id = $1`,
    [one.id],
  );
  expect(audits.filter(({ record }) => record.includes('low-value'))).toHaveLength(1);
});

test('a double click moves the payment once, and counts it once', async () => {
  const customer = await steps.knownCustomer();
  const one = await visit(customer, 1_000n);
  await Promise.all([1, 2, 3].map(() => one.submit(passwordOf(customer))));
  expect(await one.status()).toBe('exempted');
  expect(await outcomeOf(app.identity.database, one.subject)).toMatchObject({ moves: 1 });
  expect(await steps.countsOf(customer)).toBe('1 EUR 1000');
});

test('the page goes on with the second factor where no exemption applies', async () => {
  const customer = await steps.knownCustomer();
  app.identity.clock.advance({ hours: 1 });
  const one = await visit(customer, 3_001n);
  expect(await one.submit(passwordOf(customer))).toEqual({ kind: 'page' });
  expect((await one.open()).view.kind).toBe('review');
});

test('a bank that wants a confirmation of the third party gets it, after two factors', async () => {
  const customer = await steps.knownCustomer();
  app.identity.clock.advance({ hours: 1 });
  const one = await visit(customer, 1n, { isConfirmationNeeded: true });
  expect(await one.submit(passwordOf(customer))).toEqual({ kind: 'page' });
  expect((await one.open()).view.kind).toBe('review');
});
