import { goodPassword } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import {
  answerDeviceRequest,
  openApproval,
  type PageForm,
  type ScaChoices,
  type SubjectRef,
  submitApproval,
} from '../../server/src/capabilities/sca/index.ts';
import { pathOf, type ScaTestApp } from '../../server/src/capabilities/sca/testing/sca-test-app.suite.ts';
import type { TestDevice } from '../../server/src/capabilities/sca/testing/test-devices.suite.ts';
import { Secret } from '../../server/src/platform/kernel/secret.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { ModelUser } from './lifecycles-people.ts';

/** An approval in progress, with what finishes it and what another person tries. */
export interface OpenedApproval {
  readonly subject: SubjectRef;
  readonly device?: TestDevice;
  /** The right customer, with the right proof. */
  finish(): Promise<void>;
  /** Another person, third party, browser or device, with the same proof. */
  steal(): Promise<void>;
}

/** Who approves what, and who tries to do it instead. */
export interface ApprovalParts {
  readonly user: ModelUser;
  readonly thief: ModelUser;
  readonly subject: SubjectRef;
}

type Open = (app: ScaTestApp, parts: ApprovalParts) => Promise<OpenedApproval>;

const back = 'https://a.tpp.test/back';
const exemptions: ScaChoices['exemptions'] = {
  'low-value': [{ currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 }],
  recurring: true,
};

/** How far an approval is when something happens to its customer. */
export const approvalKinds = {
  /** The third party has only named the customer. */
  named: openNamed,
  /** The code was sent, at the third party. */
  code: openCode,
  /** The code was sent, on the page of the bank. */
  page: openPage,
  /** The code was right, and the third party has not confirmed yet. */
  confirmation: openConfirmation,
  /** The device of the customer shows the request. */
  device: openDevice,
} as const satisfies Readonly<Record<string, Open>>;

export type ApprovalKind = keyof typeof approvalKinds;

async function openNamed(app: ScaTestApp, { subject, thief, user }: ApprovalParts): Promise<OpenedApproval> {
  app.choose({ approaches: ['EMBEDDED'] });
  const path = await start(app, subject, { headers: { 'psu-id': user.username } });
  const put = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    app.send({ method: 'PUT', path, body, headers });
  return {
    subject,
    async finish() {
      await put({ psuData: { password: goodPassword } });
      await put({ scaAuthenticationData: await newestCode(app, user) });
    },
    async steal() {
      await put({ psuData: { password: goodPassword } }, { 'psu-id': thief.username });
    },
  };
}

async function openCode(app: ScaTestApp, { subject, user }: ApprovalParts): Promise<OpenedApproval> {
  app.choose({ approaches: ['EMBEDDED'] });
  const path = await start(app, subject, {
    headers: { 'psu-id': user.username },
    body: { psuData: { password: goodPassword } },
  });
  const body = { scaAuthenticationData: await newestCode(app, user) };
  return {
    subject,
    finish: async () => void (await app.send({ method: 'PUT', path, body })),
    steal: async () => void (await app.send({ method: 'PUT', path, body, as: '_B' })),
  };
}

async function openPage(app: ScaTestApp, { subject, user }: ApprovalParts): Promise<OpenedApproval> {
  app.choose({ approaches: ['REDIRECT'] });
  const { submit } = await visit(app, { subject, user });
  const form: PageForm = { do: 'code', code: await newestCode(app, user) };
  return {
    subject,
    finish: async () => void (await submit(form)),
    steal: async () => void (await submit(form, 'another browser')),
  };
}

async function openConfirmation(app: ScaTestApp, { subject, user }: ApprovalParts): Promise<OpenedApproval> {
  app.choose({ approaches: ['REDIRECT'], isConfirmationNeeded: true });
  const { path, submit } = await visit(app, { subject, user });
  const left = await submit({ do: 'code', code: await newestCode(app, user) });
  const url = new URL(left.kind === 'leave' ? left.url : 'about:blank');
  const body = { confirmationCode: url.searchParams.get('confirmationCode') ?? '' };
  return {
    subject,
    finish: async () => void (await app.send({ method: 'PUT', path, body })),
    steal: async () => void (await app.send({ method: 'PUT', path, body, as: '_B' })),
  };
}

async function openDevice(app: ScaTestApp, { subject, thief, user }: ApprovalParts): Promise<OpenedApproval> {
  app.choose({ approaches: ['DECOUPLED'] });
  const [device, other] = [app.devices.pair(user.userId), app.devices.pair(thief.userId)];
  await start(app, subject, { headers: { 'psu-id': user.username } });
  const request = device.shown();
  return {
    subject,
    device,
    finish: async () => void (await answerDeviceRequest(app.context(), device.approve(request))),
    async steal() {
      const answer = other.approve(request);
      await answerDeviceRequest(app.context(), answer);
      await answerDeviceRequest(app.context(), {
        ...answer,
        userId: user.userId,
        deviceId: device.deviceId,
      });
    },
  };
}

/** Pays with two factors, then a small amount without the second one; returns both payments. */
export async function payBefore(
  app: ScaTestApp,
  { user, owner }: { readonly user: ModelUser; readonly owner: string },
): Promise<readonly SubjectRef[]> {
  app.choose({ approaches: ['EMBEDDED'], exemptions });
  const large = await app.payment(owner);
  const request = {
    headers: { 'psu-id': user.username },
    body: { psuData: { password: goodPassword } },
  };
  const path = await start(app, large, request);
  await app.send({ method: 'PUT', path, body: { scaAuthenticationData: await newestCode(app, user) } });
  const creditorAccount = { scheme: 'iban', id: 'DE89370400440532013000' } as const;
  const amount = { minor: 1_000n, currency: 'EUR' } as const;
  const small = await app.payment(owner, {
    transfer: { amount, creditorName: 'Acme GmbH', creditorAccount },
  });
  await start(app, small, request);
  return [large, small];
}

interface StartRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Starts an authorisation; returns its path. */
async function start(app: ScaTestApp, subject: SubjectRef, request: StartRequest): Promise<string> {
  const { body, status, text } = await app.send({ method: 'POST', path: pathOf(subject), ...request });
  if (status !== 201) throw new Error(`not started: ${text}`);
  return `${pathOf(subject)}/${String(at(body, 'authorisationId'))}`;
}

const browserInfo = { browserName: 'Firefox', browserSecret: undefined, clientName: undefined };

/** Opens the page and enters the password, after which the code is sent. */
async function visit(app: ScaTestApp, { subject, user }: Omit<ApprovalParts, 'thief'>) {
  const headers = { 'psu-id': user.username, 'tpp-redirect-uri': back };
  const { body, text } = await app.send({ method: 'POST', path: pathOf(subject), headers });
  const handle = String(at(body, '_links', 'scaRedirect', 'href'))
    .split('/')
    .at(-1);
  if (handle === undefined) throw new Error(`not started: ${text}`);
  const opened = await openApproval(app.context(), { handle, browserSecret: undefined, state: undefined });
  const csrf = opened.frame?.csrf ?? '';
  const submit = (form: PageForm, browserSecret = opened.browserSecret) =>
    submitApproval(app.context(), { handle, browserSecret, csrf, form, browserInfo });
  await submit({ do: 'password', password: new Secret(goodPassword) });
  return { path: `${pathOf(subject)}/${String(at(body, 'authorisationId'))}`, submit };
}

async function newestCode({ identity }: ScaTestApp, { userId }: ModelUser): Promise<string> {
  return (await identity.newestCode(userId)).code;
}
