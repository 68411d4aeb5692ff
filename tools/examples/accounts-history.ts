import { allOf, consentOf } from '../../server/src/capabilities/consents/testing/consents-test-app.suite.ts';
import {
  identityTestAppOf,
  type TestUser,
} from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { ThirdPartyRequest } from '../../server/src/platform/testing/proxied-calls.ts';
import type { Recorder } from './recorder.ts';

/** A user whose accounts third parties read. */
export interface AccountHolder {
  readonly user: TestUser;
  /** Number of the customer. */
  readonly person: string;
}

const iban = 'DE02120300000000202051';
const maskedPan = '525412******3241';
const reader: ThirdPartyRequest = { kind: 'tpp', certificate: '_AI' };
const issuer: ThirdPartyRequest = { kind: 'tpp', certificate: '_IC' };

/** The customer is present. */
const attended = { 'psu-ip-address': '192.0.2.7' };
/** The third party shows the forms of the bank itself. */
const embedded = {
  ...attended,
  'tpp-redirect-preferred': 'false',
  'tpp-decoupled-preferred': 'false',
  'tpp-explicit-authorisation-preferred': 'true',
};

/** Third parties read accounts and cards of the customer, and ask whether an account has the funds for a purchase. */
export async function accountsHistory(recorder: Recorder, holder: AccountHolder): Promise<void> {
  const { call } = recorder;
  await openAccounts(recorder, holder);
  await accounts(recorder, await consentTo(recorder, holder, allOf({ iban })));
  const card = [{ maskedPan }];
  const access = { accounts: card, balances: card, transactions: card };
  await cards(recorder, await consentTo(recorder, holder, access));
  await funds(recorder, holder);
  await call('NotificationSecrets_Get', { as: reader });
}

async function openAccounts({ app }: Recorder, { person }: AccountHolder): Promise<void> {
  const { core } = app;
  const euros = (amount: bigint) => ({ minor: amount * 100n, currency: 'EUR' }) as const;
  const accountId = await core.openAccount({ iban, owner: person });
  await core.receive(accountId, euros(1_000n));
  await core.receive(accountId, euros(-24n));
  const cardId = await core.openAccount({ kind: 'card', maskedPan, owner: person, creditLimit: 50_000n });
  for (const amount of [42n, 7n]) {
    const reference = await core.reserveCard(cardId, euros(amount));
    if (reference === undefined) throw new Error('no card payment');
    if (amount === 42n) await core.bookCard(reference);
  }
}

/** Asks for a consent, which the customer approves with password and code; returns its id. */
async function consentTo(recorder: Recorder, holder: AccountHolder, access: unknown): Promise<string> {
  const { app, call } = recorder;
  const body = consentOf(access, app.clock);
  const asked = await call('Consent_Create', { as: reader, headers: embedded, body });
  const consentId = String(at(asked.body, 'consentId'));
  await approve(recorder, holder, { operation: 'Consent_Authorisation', as: reader, path: { consentId } });
  return consentId;
}

async function approve(
  { app, call }: Recorder,
  { user }: AccountHolder,
  {
    as,
    operation,
    path,
  }: {
    readonly operation: string;
    readonly as: ThirdPartyRequest;
    readonly path: Readonly<Record<string, string>>;
  },
): Promise<void> {
  // Codes of one moment could not be distinguished.
  app.clock.advance({ minutes: 1 });
  const started = await call(`${operation}_Start`, {
    as,
    path,
    headers: { ...attended, 'psu-id': user.username },
    body: { psuData: { password: user.password } },
  });
  const { code } = await identityTestAppOf(app, app.identity).newestCode(user.userId);
  await call(`${operation}_Update`, {
    as,
    path: { ...path, authorisationId: String(at(started.body, 'authorisationId')) },
    headers: attended,
    body: { scaAuthenticationData: code },
  });
}

async function accounts({ app, call }: Recorder, consentId: string): Promise<void> {
  const request = { as: reader, headers: { ...attended, 'consent-id': consentId } };
  await call('Account_GetList', { ...request, headers: { ...attended, 'consent-id': 'none' }, fails: 400 });
  const list = await call('Account_GetList', { ...request, query: { withBalance: 'true' } });
  const path = { 'account-id': String(at(list.body, 'accounts', 0, 'resourceId')) };
  await call('Account_Get', { ...request, path: { 'account-id': 'none' }, fails: 404 });
  await call('Account_Get', { ...request, path });
  await call('Account_GetBalances', { ...request, path });
  const dateFrom = app.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().subtract({ days: 7 });
  const query = { bookingStatus: 'booked', dateFrom: dateFrom.toString(), itemsPerPage: '1' };
  await call('Account_GetTransactions', { ...request, path, query: { bookingStatus: 'all' }, fails: 400 });
  const report = await call('Account_GetTransactions', { ...request, path, query });
  const transactionId = String(at(report.body, 'transactions', 'booked', 0, 'transactionId'));
  await call('Account_GetTransaction', { ...request, path: { ...path, transactionId } });
  const download = String(at(report.body, '_links', 'download', 'href'));
  await call('Account_DownloadTransactions', {
    ...request,
    path: { ...path, 'download-id': download.split('/').at(-1) ?? '' },
  });
}

async function cards({ app, call }: Recorder, consentId: string): Promise<void> {
  const request = { as: reader, headers: { ...attended, 'consent-id': consentId } };
  const list = await call('CardAccount_GetList', request);
  const path = { 'account-id': String(at(list.body, 'cardAccounts', 0, 'resourceId')) };
  await call('CardAccount_Get', { ...request, path });
  await call('CardAccount_GetBalances', { ...request, path });
  const dateFrom = app.clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate().subtract({ days: 7 });
  const query = { bookingStatus: 'both', dateFrom: dateFrom.toString() };
  await call('CardAccount_GetTransactions', { ...request, path, query });
}

async function funds(recorder: Recorder, holder: AccountHolder): Promise<void> {
  const { call } = recorder;
  const account = { iban };
  const question = { account, instructedAmount: { currency: 'EUR', amount: '123.45' } };
  await call('FundsConfirmation_Confirm', { as: issuer, body: question, fails: 400 });
  const asked = await call('FundsConsent_Create', { as: issuer, headers: embedded, body: { account } });
  const path = { consentId: String(at(asked.body, 'consentId')) };
  await approve(recorder, holder, { operation: 'FundsConsent_Authorisation', as: issuer, path });
  await call('FundsConfirmation_Confirm', { as: issuer, body: question });
}
