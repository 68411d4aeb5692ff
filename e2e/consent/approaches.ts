import { deepEqual, equal, match } from 'node:assert/strict';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { arrive, enterCode, enterPassword, reached } from '../harness/approval-steps.ts';
import { approveOnPage, expectBackAtShop } from '../payment/approve.ts';
import { embedded } from '../payment/payment.ts';
import { askConsent } from './consent.ts';
import type { ConsentCheck } from './run.ts';

export const detailedConsent: ConsentCheck = {
  name: 'a customer approves a consent to a named account; a newer one replaces it',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const former = await askConsent(bank, customer);
    await former.expectRefused('CONSENT_INVALID');
    await approveOnPage(bank, customer, former.shop);
    equal(await former.status(), 'valid');
    deepEqual(await former.readIbans(), [customer.account.iban]);
    const next = await askConsent(bank, customer);
    await using user = await bank.openUser();
    const { page } = user;
    await arrive(page, next.shop);
    await enterPassword({ bank, customer, page });
    equal(await former.status(), 'valid', 'a request replaces nothing');
    await enterCode({ bank: { code: (phone) => bank.code(phone, 1) }, customer, page });
    expectBackAtShop(page);
    deepEqual([await former.status(), await next.status()], ['expired', 'valid']);
    await former.expectRefused('CONSENT_EXPIRED');
    deepEqual(await next.readIbans(), [customer.account.iban]);
    return undefined;
  },
};

export const embeddedConsent: ConsentCheck = {
  name: 'a third party collects password and code itself; a wrong code first',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const consent = await askConsent(bank, customer, { headers: embedded });
    const path = String(at(consent.asked, '_links', 'updatePsuAuthentication', 'href'));
    const update = (body: unknown): ReturnType<typeof bank.attempt> =>
      bank.attempt({ method: 'PUT', path, body });
    const known = await update({ psuData: { password: customer.password } });
    equal(at(known.body, 'scaStatus'), 'scaMethodSelected');
    match(await bank.text(customer.phone), /Test TPP A/);
    const wrong = await update({ scaAuthenticationData: '00000000' });
    equal(at(wrong.body, 'tppMessages', 0, 'code'), 'PSU_CREDENTIALS_INVALID');
    await consent.expectRefused('CONSENT_INVALID');
    const approved = await update({ scaAuthenticationData: await bank.code(customer.phone) });
    equal(at(approved.body, 'scaStatus'), 'finalised');
    deepEqual(await consent.readIbans(), [customer.account.iban]);
    return undefined;
  },
};

export const givenUp: ConsentCheck = {
  name: 'a third party gives up while the customer is at the bank: a code approves nothing any more',
  customers: 1,
  async run(bank) {
    const customer = await bank.payer();
    const consent = await askConsent(bank, customer);
    await using user = await bank.openUser();
    const { page } = user;
    await arrive(page, consent.shop);
    await enterPassword({ bank, customer, page });
    await bank.send({ method: 'DELETE', path: consent.path });
    await enterCode({ bank, customer, page });
    deepEqual(reached(page), {
      path: 'shop.a.tpp.test/nok',
      query: { error: 'resource_changed', state: 's-1' },
    });
    equal(await consent.status(), 'terminatedByTpp');
    return undefined;
  },
};

export const twoSigners: ConsentCheck = {
  name: 'two must sign: after the first nothing can be read, after the second the accounts can',
  customers: 2,
  async run(bank) {
    const [first, second] = [await bank.payer(), await bank.payer()];
    await bank.requireBoth(first, second, 'consent');
    const consent = await askConsent(bank, first);
    await approveOnPage(bank, first, await consent.startApproval(first));
    equal(await consent.status(), 'partiallyAuthorised');
    await consent.expectRefused('CONSENT_INVALID');
    await approveOnPage(bank, second, await consent.startApproval(second));
    equal(await consent.status(), 'valid');
    deepEqual(await consent.readIbans(), [first.account.iban]);
    return undefined;
  },
};
