import { contracts } from '../../server/src/apps/wiring.ts';
import {
  allOf,
  consentOf,
  productTestAccount,
} from '../../server/src/capabilities/consents/testing/consents-test-app.suite.ts';
import { bulkFrom } from '../../server/src/capabilities/payments/testing/bulk-steps.suite.ts';
import {
  productTestAccount as payerAccount,
  paymentFrom,
} from '../../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { ThirdPartyRequest } from '../../server/src/platform/testing/proxied-calls.ts';
import type { ThirdPartyName } from '../../server/src/platform/testing/third-parties.ts';
import { clientObjects } from '../matrix/client-objects.ts';
import type { ObjectEntry } from '../matrix/object-entry.ts';
import { objects } from '../matrix/objects.ts';
import type { Call, Recorder } from './recorder.ts';

/** A third party, whose customer returns to an address in the domain of its certificate. */
function redirected(
  certificate: ThirdPartyName,
): Pick<Call, 'as' | 'headers'> & { readonly as: ThirdPartyRequest } {
  const domain = `${certificate.slice(1).toLowerCase()}.tpp.test`;
  return {
    as: { kind: 'tpp', certificate },
    headers: {
      'psu-ip-address': '192.0.2.7',
      'tpp-redirect-preferred': 'true',
      'tpp-redirect-uri': `https://api.${domain}/back`,
    },
  };
}

const product = { 'payment-product': 'sepa-credit-transfers' };
const { iban } = payerAccount;

/** Third parties initiate payments, ask for consents and baskets, and verify payees; then they use what they made. */
export async function xs2aHistory(recorder: Recorder): Promise<void> {
  const { call } = recorder;
  await call('Configuration_GetXs2aProfile');
  await payments(recorder);
  await consents(recorder);
  const payee = { partyAccount: { iban: 'DE02100100109307118603' }, party: { name: 'Anna Schmidt' } };
  const { as } = redirected('_PI');
  await call('PayeeVerification_Verify', { as, body: payee });
  await call('BulkPayeeVerification_Verify', {
    as,
    headers: { 'client-asynchronous-process-preferred': 'true' },
    body: { partyVerificationRequests: [{ uetr: '0199f2c4-1f2e-4c3b-9d52-4f6b8e0a1c2d', ...payee }] },
  });
  const ofThirdParties = contracts.filter(({ interface: { name } }) => name === 'xs2a');
  for (const { operationId } of ofThirdParties) await callOwn(recorder, operationId, objects);
  for (const operationId of ['Client_CompletePendingAction', 'Client_GetApproval'])
    await callOwn(recorder, operationId, clientObjects);
}

async function payments({ call }: Recorder): Promise<void> {
  const thirdParty = redirected('_PI');
  const payment = paymentFrom(iban);
  const path = { 'payment-service': 'payments', ...product };
  await call('Payment_Initiate', { ...thirdParty, path, body: payment });
  await call('Payment_Initiate', {
    ...thirdParty,
    path: { ...path, 'payment-product': 'no-such-product' },
    body: payment,
    fails: 404,
  });
  await call('BulkPayment_Initiate', { ...thirdParty, path: product, body: bulkFrom(iban) });
  await call('PeriodicPayment_Initiate', {
    ...thirdParty,
    path: product,
    body: { ...payment, frequency: 'Monthly', startDate: '2026-12-01' },
  });
}

async function consents({ app, call }: Recorder): Promise<void> {
  const thirdParty = redirected('_AI');
  const body = consentOf(allOf(productTestAccount), app.clock);
  const consent = await call('Consent_Create', { ...thirdParty, body });
  const consentIds = [String(at(consent.body, 'consentId'))];
  await call('SigningBasket_Create', { ...thirdParty, body: { consentIds } });
  await call('FundsConsent_Create', {
    ...redirected('_IC'),
    body: { account: { iban: productTestAccount.iban } },
  });
}

/** Calls an operation on an object that the authorization matrix makes, as its owner. */
async function callOwn(
  { app, call }: Recorder,
  operationId: string,
  entries: Readonly<Record<string, ObjectEntry>>,
): Promise<void> {
  const entry = entries[operationId];
  if (entry?.kind !== 'owned') return;
  const path = await entry.make(app);
  await call(operationId, { path, as: entry.rightful, ...entry.sends });
}
