import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import {
  createPaymentsTestApp,
  type PaymentsTestApp,
  pathIn,
  shortly,
} from '../testing/payments-test-app.suite.ts';

let app: PaymentsTestApp;
beforeAll(async () => {
  app = await createPaymentsTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

describe('the authorisations of a payment', () => {
  test('are started, listed, read and updated: startAuthorisation, listAuthorisations, getAuthorisation, updateAuthorisation', async () => {
    const payer = await app.payer();
    const path = pathIn(await app.initiate(payer));
    const list = `${path}/authorisations`;
    expect((await app.send({ method: 'GET', path: list })).body).toEqual({ authorisationIds: [] });
    const started = await app.send({ method: 'POST', path: list, headers: { 'psu-id': payer.username } });
    const id = String(at(started.body, 'authorisationId'));
    expect(started.body).toMatchObject({
      scaStatus: 'psuIdentified',
      _links: { updatePsuAuthentication: { href: `${list}/${id}` }, scaStatus: { href: `${list}/${id}` } },
    });
    const update = (body: unknown) => app.send({ method: 'PUT', path: `${list}/${id}`, body });
    expect(shortly(await update({ psuData: { password: 'wrong' } }))).toBe('401 PSU_CREDENTIALS_INVALID');
    const known = await update({ psuData: { password: payer.password } });
    expect(known.body).toMatchObject({
      scaStatus: 'scaMethodSelected',
      scatransactionStatus: 'scaMethodSelected',
    });
    const { code } = await app.identity.newestCode(payer.userId);
    expect(shortly(await update({ scaAuthenticationData: code }))).toBe('200 finalised');
    expect((await app.send({ method: 'GET', path: list })).body).toEqual({ authorisationIds: [id] });
    expect(shortly(await app.send({ method: 'GET', path: `${list}/${id}` }))).toBe('200 finalised');
    expect(shortly(await app.send({ method: 'POST', path: list }))).toBe('409 STATUS_INVALID');
  });

  test('belong to their payment: one of another payment is unknown', async () => {
    const payer = await app.payer();
    const [one, other] = [pathIn(await app.initiate(payer)), pathIn(await app.initiate(payer))];
    const started = await app.send({ method: 'POST', path: `${one}/authorisations` });
    const id = String(at(started.body, 'authorisationId'));
    expect(shortly(await app.send({ method: 'GET', path: `${other}/authorisations/${id}` }))).toBe(
      '403 RESOURCE_UNKNOWN',
    );
  });
});
