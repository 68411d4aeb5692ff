import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceKeys } from '../../ports/device-keys.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  countsOf,
  dataOf,
  emittedEvents,
  payment,
  reasonsOf,
  requestSignatures,
  sign,
  signatureLines,
  signerToken,
  tryToSign,
  workedExample,
} from '../../testing/signing-steps.suite.ts';

const owner = '1000000049';
let app: AuthorizationTestApp;
let company: Company;
/** Runs while the key of a device is requested. */
let meanwhile = async (): Promise<void> => {};
const keyAsked: string[] = [];

/** A device whose signature over a text is the text itself, after its own name. */
const deviceKeys: DeviceKeys = {
  isSignature: async ({ deviceId, signature, text }) => {
    keyAsked.push(text);
    await meanwhile();
    return signature === `${deviceId}|${text}`;
  },
  lockSigner: async () => true,
};

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 10, ports: { deviceKeys } });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());

const userOf = (name: string) => company.signer(name).user;
const signed = (name: string, resourceId: string, payload = payment('50000')) =>
  sign(app, company.signer(name), { owner, resourceId, payload, data: dataOf('50000.00') });
const counts = async (resourceId: string) =>
  countsOf(await requestSignatures(app, signerToken(userOf('A3')), { owner, resourceId }));
const nothingYet = ['open customer-group:A 0/2', 'open customer-group:A 0/1 customer-group:B 0/1'];

describe('a signature that was changed manually', () => {
  test.each([
    ['user', `user_id = 'another-user'`],
    ['digest', `digest = 'sha-256:' || repeat('0', 64)`],
    ['time', `signed_at = signed_at - interval '1 day'`],
    ['proof', `proof_id = 'another'`],
    ['person represented', `on_behalf_of = 'another-user'`],
    ['device', `device_id = 'another'`],
    ['kind of proof', `proof_kind = 'device-signature'`],
    ['position', `position = position + 7`],
  ])('in its %s does not count', async (what, change) => {
    const resourceId = `changed ${what}`;
    await signed('A1', resourceId);
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    expect((await counts(resourceId))[0]).toBe('open customer-group:A 1/2');
    await app.database.query(`update "authorization".signature set ${change} where collection_id = $1`, [
      collection_id,
    ]);
    expect(await counts(resourceId)).toEqual(nothingYet);
  });

  test('to another member does not count for that member', async () => {
    const resourceId = 'changed member';
    await signed('A1', resourceId);
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    await app.database.query(`update "authorization".signature set user_id = $2 where collection_id = $1`, [
      collection_id,
      userOf('A2').userId,
    ]);
    expect(await counts(resourceId)).toEqual(nothingYet);
    // And does not prevent that member from signing.
    expect(reasonsOf(await signed('A2', resourceId))).toEqual(['signature-accepted', 'signature-accepted']);
    expect((await counts(resourceId))[0]).toBe('open customer-group:A 1/2');
    expect(await signatureLines(app, collection_id)).toContain(`${userOf('A2').userId} valid`);
  });

  test('does not prevent its signer from signing again', async () => {
    const resourceId = 'changed and signed anew';
    await signed('A1', resourceId);
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    await app.database.query(`update "authorization".signature set proof_id = 'x' where collection_id = $1`, [
      collection_id,
    ]);
    expect(reasonsOf(await signed('A1', resourceId))).toEqual(['signature-accepted', 'signature-accepted']);
    expect((await counts(resourceId))[0]).toBe('open customer-group:A 1/2');
  });

  test('from void to valid does not count', async () => {
    const resourceId = 'revived';
    await signed('A1', resourceId);
    await signed('A2', resourceId, payment('50000.00'));
    await signed('A3', resourceId);
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    expect((await counts(resourceId))[0]).toBe('open customer-group:A 1/2');
    await app.database.query(
      `update "authorization".signature set state = 'valid', voided_at = null, void_reason = null
        where collection_id = $1`,
      [collection_id],
    );
    expect((await counts(resourceId))[0]).toBe('open customer-group:A 1/2');
  });

  test('or copied from another resource does not count', async () => {
    await signed('A1', 'copied from');
    await signed('B1', 'copied to');
    const from = await collectionRow(app, { owner, resourceId: 'copied from' });
    const to = await collectionRow(app, { owner, resourceId: 'copied to' });
    expect(from.digest).toBe(to.digest);
    await app.database.query(
      `insert into "authorization".signature
       select bank_id, $2::uuid, digest, user_id, 2, on_behalf_of, counted, proof_kind, proof_id, device_id, signed_at,
              state, voided_at, void_reason, seal
         from "authorization".signature where collection_id = $1`,
      [from.collection_id, to.collection_id],
    );
    expect((await counts('copied to'))[0]).toBe('open customer-group:A 0/1 customer-group:B 1/1');
  });
});

describe('the signature of a device', () => {
  const byDevice = (name: string, resourceId: string, more: { payload?: string; text: string }) =>
    tryToSign(app, userOf(name), {
      owner,
      resourceId,
      kind: 'payment',
      payload: more.payload,
      proof: { kind: 'device-signature', id: 'device-1', signature: `device-1|${more.text}` },
    });
  const digestOf = async (payload: string): Promise<string> => {
    await byDevice('B1', 'only to learn the digest', { payload, text: '' });
    return keyAsked.at(-1) ?? '';
  };

  test('over the payload hash signs a payment', async () => {
    const text = await digestOf(payment('50000'));
    expect(text).toMatch(/^sha-256:[0-9a-f]{64}$/);
    expect(reasonsOf(await byDevice('A1', 'by device', { payload: payment('50000'), text }))).toEqual([
      'signature-accepted',
      'signature-accepted',
    ]);
    expect(reasonsOf(await byDevice('A2', 'by device', { text }))).toEqual([
      'signature-accepted',
      'user-cannot-sign',
    ]);
    expect((await counts('by device'))[0]).toBe('furfilled customer-group:A 2/2');
  });

  test('over another hash signs nothing', async () => {
    const text = await digestOf(payment('50000.00'));
    const response = await byDevice('A1', 'by device, other', { payload: payment('50000'), text });
    expect(reasonsOf(response)).toEqual(['401 step-up-required']);
  });

  test('over a payload that changed meanwhile signs nothing', async () => {
    const resourceId = 'changed in the meantime';
    const first = payment('50000', { creditorName: 'Van den Berg' });
    const second = payment('50000', { creditorName: 'Another Creditor' });
    await signed('A1', resourceId, first);
    const text = (await collectionRow(app, { owner, resourceId })).digest;
    meanwhile = async () => {
      meanwhile = async () => {};
      await signed('A2', resourceId, second);
    };
    const response = await byDevice('A3', resourceId, { text });
    expect(reasonsOf(response)).toEqual(['401 step-up-required']);
    expect((await counts(resourceId))[0]).toBe('open customer-group:A 1/2');
    const { collection_id } = await collectionRow(app, { owner, resourceId });
    expect(await emittedEvents(app, collection_id)).not.toContain('signing-rules-fulfilled');
  });
});
