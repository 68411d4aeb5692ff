import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createFundsTestApp,
  type FundsTestApp,
  shortly,
  type TestCustomer,
} from '../testing/funds-test-app.suite.ts';
import { recordAgreement } from './record-agreement.ts';
import { viewCustomerFundsConsent } from './view-customer-funds-consent.ts';
import { withdrawFundsConsent } from './withdraw-funds-consent.ts';

let app: FundsTestApp;
beforeAll(async () => {
  app = await createFundsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  app.choose({ origin: 'bank' });
  app.useCore(app.core.core);
});

async function organisation(): Promise<string> {
  app.choose({});
  const { iban } = await app.holder();
  await app.ask({ iban });
  const [row] = await app.identity.database.query<{ organisation_id: string }>(
    'select organisation_id from funds_confirmations.consent limit 1',
  );
  app.choose({ origin: 'bank' });
  return row?.organisation_id ?? '';
}

const agree = (customerNumber: string, iban: string, organisationId: string) =>
  recordAgreement(app.context(), {
    customerNumber,
    terms: {
      account: { iban },
      cardNumber: '5254123456783241',
      cardExpiryDate: undefined,
      cardInformation: undefined,
      registrationInformation: undefined,
    },
    organisationId,
    thirdPartyName: 'Shopping Friend',
    employeeId: 'e-1',
    reason: 'signed in the branch',
  });

test('an agreement at the bank counts at once, and the customer withdraws it (recordAgreement)', async () => {
  const organisationId = await organisation();
  const holder = await app.holder(100);
  const question = () => app.confirm({ iban: holder.iban }, '10.00');
  expect(shortly(await question())).toBe('400 NO_PIIS_ACTIVATION');
  const { consentId } = await agree(holder.customerNumber, holder.iban, organisationId);
  expect(shortly(await question())).toBe('200 true');
  const key = { viewer: holder, consentId };
  expect(await viewCustomerFundsConsent(app.context(), key)).toMatchObject({
    status: 'valid',
    thirdPartyName: 'Shopping Friend',
    cardEnding: '3241',
  });
  expect(await withdrawFundsConsent(app.context(), key)).toBe('withdrawn');
  expect(shortly(await question())).toBe('400 NO_PIIS_ACTIVATION');
  // Consents of the interface count where the bank takes those.
  app.choose({});
  expect(shortly(await question())).toBe('400 NO_PIIS_ACTIVATION');
});

test('an agreement is refused for an account of another customer, and where the bank makes none', async () => {
  const [holder, other] = [await app.holder(), await app.customer()];
  await expect(agree(other.customerNumber, holder.iban, 'PSDNL-DNB-A')).rejects.toMatchObject({
    literal: 'not-the-holder',
  });
  app.choose({});
  await expect(agree(holder.customerNumber, holder.iban, 'PSDNL-DNB-A')).rejects.toMatchObject({
    literal: 'agreement-not-offered',
  });
});

const ownerOf = async (consentId: string): Promise<unknown> => {
  const [row] = await app.identity.database.query<{ owner: string }>(
    'select owner from funds_confirmations.consent where consent_id = $1',
    [consentId],
  );
  return row?.owner;
};

/** Lets something happen to the customer after the core was asked. */
function afterLookup(happen: () => Promise<unknown>): void {
  const { core } = app.core;
  app.useCore({
    ...core,
    findAccounts: async (references) => {
      const found = await core.findAccounts(references);
      await happen();
      return found;
    },
  });
}

test.each([
  ['died', ({ customerNumber }: TestCustomer) => app.parties.reportDeath(customerNumber, 'certificate')],
  ['was erased', ({ customerNumber }: TestCustomer) => app.parties.erase(customerNumber)],
])('an agreement is refused for a customer who %s meanwhile', async (_, happen) => {
  const holder = await app.holder();
  afterLookup(() => happen(holder));
  await expect(agree(holder.customerNumber, holder.iban, 'PSDNL-DNB-A')).rejects.toMatchObject({
    literal: 'not-the-holder',
  });
  const rows = await app.identity.database.query(
    'select 1 from funds_confirmations.consent where account_id = $1',
    [holder.accountId],
  );
  expect(rows).toEqual([]);
});

test('an agreement belongs to the record into which its customer was merged, then and before', async () => {
  const [holder, survivor] = [await app.holder(), await app.customer()];
  const merged = app.parties.merge;
  afterLookup(() => merged(holder.customerNumber, survivor.customerNumber));
  const meanwhile = await agree(holder.customerNumber, holder.iban, 'PSDNL-DNB-A');
  app.changeHolders(holder.accountId, [survivor.customerNumber]);
  const later = await agree(holder.customerNumber, holder.iban, 'PSDNL-DNB-A');
  expect([await ownerOf(meanwhile.consentId), await ownerOf(later.consentId)]).toEqual([
    survivor.customerNumber,
    survivor.customerNumber,
  ]);
});
