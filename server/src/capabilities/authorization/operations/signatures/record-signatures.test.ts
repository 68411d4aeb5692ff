import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#platform/auth/caller.ts';
import type { SigningProof } from '../../domain/calling-context.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import {
  approvalCode,
  approvalContext,
  inApproval,
  preparedResource,
} from '../../testing/approval-steps.suite.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
} from '../../testing/authorization-test-app.suite.ts';
import {
  type Company,
  collectionRow,
  collectionRows,
  emittedEvents,
  ocraProof,
  payment,
  signatureLines,
  workedExample,
} from '../../testing/signing-steps.suite.ts';
import { verifyCode } from '../codes/verify-code.ts';
import { closeCollection } from './close-collection.ts';
import { type RecordedSignature, recordSignatures } from './record-signatures.ts';
import { withdrawSignatures } from './withdraw-signatures.ts';

const owner = '1000000070';
const timeoutMs = 60_000;
let app: AuthorizationTestApp;
let company: Company;

beforeAll(async () => {
  app = await createAuthorizationTestApp({ poolSize: 20 });
  company = await workedExample(app, owner);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const ctx = () => approvalContext(app);
const userOf = (name: string) => company.signer(name).user;
/** The text that the page and the SMS show for a basket. */
const shown = '2 payments EUR 100000.00';

let counter = 0;
const newIds = (count: number): readonly string[] =>
  Array.from({ length: count }, () => {
    counter += 1;
    return `order-${String(counter).padStart(4, '0')}`;
  });
const preparedAll = (ids: readonly string[], payload?: string): Promise<readonly PreparedSigning[]> =>
  Promise.all(
    ids.map((resourceId) =>
      preparedResource(ctx(), { owner, resourceId, ...(payload === undefined ? {} : { payload }) }),
    ),
  );

let proofs = 0;
/** A proof that another capability has verified. */
const verified = (): SigningProof => {
  proofs += 1;
  return { kind: 'verified', by: 'passkey', reference: `passkey-proof-${proofs}` };
};
const challenged = async (name: string, data = shown): Promise<SigningProof> => ({
  kind: 'ocra',
  id: await ocraProof(app, company.signer(name), data),
  signature: undefined,
});

const record = async (
  name: string,
  prepared: readonly PreparedSigning[],
  proof: SigningProof = verified(),
  signatureData = shown,
): Promise<readonly RecordedSignature[]> => {
  const context = ctx();
  const { userId } = userOf(name);
  return inApproval(context, (work) =>
    recordSignatures(context, work, { prepared, userId, proof, signatureData }),
  );
};
const brief = (recorded: readonly RecordedSignature[]): readonly string[] =>
  recorded.map(({ outcome, state }) => `${outcome} ${state}`);
const proofsOf = async (collectionId: string | undefined): Promise<readonly string[]> => {
  const rows = await app.database.query<{ proof_kind: string; proof_id: string }>(
    `select proof_kind, proof_id from "authorization".signature where collection_id = $1 order by position`,
    [collectionId],
  );
  return rows.map(({ proof_id, proof_kind }) => `${proof_kind} ${proof_id}`);
};

describe('one proof signs several resources', () => {
  test('each under its own rule, and is consumed once', async () => {
    const [first, second] = newIds(2);
    const prepared = [
      await preparedResource(ctx(), { owner, resourceId: first ?? '', payload: payment('50') }),
      await preparedResource(ctx(), { owner, resourceId: second ?? '', payload: payment('50000') }),
    ];
    const proof = await challenged('A1');
    const recorded = await record('A1', prepared, proof);
    expect(brief(recorded)).toEqual(['accepted fulfilled', 'accepted open']);
    for (const [index, { collectionId, digest }] of recorded.entries()) {
      const row = await collectionRow(app, { owner, resourceId: [first, second][index] ?? '' });
      expect([row.collection_id, row.digest]).toEqual([collectionId, digest]);
      expect(await proofsOf(collectionId)).toEqual([`ocra ${'id' in proof ? proof.id : ''}`]);
    }
    expect(await emittedEvents(app, recorded[0]?.collectionId ?? '')).toEqual([
      'signature-accepted',
      'signing-rules-fulfilled',
    ]);
    await expect(record('A1', await preparedAll(newIds(1)), proof)).rejects.toMatchObject({
      literal: 'step-up-required',
    });
  });

  test('and a second signer completes them', async () => {
    const prepared = await preparedAll(newIds(3));
    expect(brief(await record('A1', prepared))).toEqual(Array(3).fill('accepted open'));
    expect(brief(await record('A2', prepared))).toEqual(Array(3).fill('accepted fulfilled'));
    expect(brief(await record('A2', prepared))).toEqual(Array(3).fill('already-signed fulfilled'));
  });

  test('as a basket is no way around four eyes', async () => {
    const prepared = await preparedAll(newIds(2));
    const recorded = await record('A1', prepared);
    expect(brief(recorded)).toEqual(['accepted open', 'accepted open']);
    for (const { digest } of recorded) {
      const [id] = prepared.filter(({ decided }) => decided?.digest === digest);
      const context = ctx();
      const closed = await inApproval(context, (work) =>
        closeCollection(context, work, {
          owner,
          resourceKind: 'payment',
          resourceId: id?.request.resourceId ?? '',
          closing: { as: 'used', digest },
        }),
      );
      expect(closed).toBe('refused');
    }
  });

  test('of which some were signed before', async () => {
    const [first, second] = newIds(2);
    await record('A1', await preparedAll([first ?? '']));
    const prepared = await preparedAll([first ?? '', second ?? '']);
    expect(brief(await record('A1', prepared))).toEqual(['already-signed open', 'accepted open']);
  });

  test('with a code that the same command verifies', async () => {
    const context = ctx();
    const prepared = await preparedAll(newIds(2));
    const { otp, verificationId } = await approvalCode(app, context, {
      user: userOf('A3'),
      message: `Pay ${shown}.`,
    });
    const recorded = await inApproval(context, async (work) => {
      expect(await verifyCode(context, work, { verificationId, otp })).toEqual({ kind: 'right' });
      return recordSignatures(context, work, {
        prepared,
        userId: userOf('A3').userId,
        proof: { kind: 'sms-otp', id: verificationId, signature: undefined },
        signatureData: shown,
      });
    });
    expect(brief(recorded)).toEqual(['accepted open', 'accepted open']);
    const [row] = await app.database.query<{ consumed_by: string }>(
      `select consumed_by from "authorization".otp_verification where verification_id = $1`,
      [verificationId],
    );
    expect(row?.consumed_by).toBe(recorded[0]?.collectionId);
  });
});

describe('a user who can sign none of them', () => {
  test('changes nothing and consumes no proof', async () => {
    const ids = newIds(2);
    const prepared = await preparedAll(ids, payment('100000'));
    // The rule requires group A before group B.
    const proof = await challenged('B1');
    const recorded = await record('B1', prepared, proof);
    expect(recorded).toEqual(
      prepared.map(({ decided }) => ({
        collectionId: undefined,
        digest: decided?.digest,
        outcome: 'cannot-sign',
        state: 'open',
      })),
    );
    for (const resourceId of ids) expect(await collectionRows(app, { owner, resourceId })).toEqual([]);
    expect(brief(await record('B1', await preparedAll(newIds(1)), proof))).toEqual(['accepted open']);
  });

  test('of a part signs the others only', async () => {
    const [first, second] = newIds(2);
    const prepared = [
      await preparedResource(ctx(), { owner, resourceId: first ?? '', payload: payment('100000') }),
      await preparedResource(ctx(), { owner, resourceId: second ?? '' }),
    ];
    expect(brief(await record('B1', prepared))).toEqual(['cannot-sign open', 'accepted open']);
    expect(await collectionRows(app, { owner, resourceId: first ?? '' })).toEqual([]);
  });

  test('because they are over gets that outcome', async () => {
    const [used, cancelled] = newIds(2);
    const prepared = await preparedAll([used ?? '', cancelled ?? '']);
    await record('A1', prepared);
    await record('A2', prepared);
    const context = ctx();
    await inApproval(context, async (work) => {
      const key = { owner, resourceKind: 'payment' };
      const digest = prepared[0]?.decided?.digest ?? '';
      await closeCollection(context, work, {
        ...key,
        resourceId: used ?? '',
        closing: { as: 'used', digest },
      });
      await closeCollection(context, work, {
        ...key,
        resourceId: cancelled ?? '',
        closing: { as: 'cancelled' },
      });
    });
    expect(brief(await record('A3', prepared))).toEqual(['cannot-sign fulfilled', 'cannot-sign open']);
  });
});

describe('the proof', () => {
  const refused = { literal: 'step-up-required' };

  test('must show the text of all, if any of them moves money', async () => {
    const ids = newIds(2);
    const prepared = [
      await preparedResource(ctx(), {
        owner,
        resourceId: ids[0] ?? '',
        kind: 'document',
        payload: 'Terms and conditions',
      }),
      await preparedResource(ctx(), { owner, resourceId: ids[1] ?? '' }),
    ];
    for (const data of ['random', '1 payment EUR 1.00'])
      await expect(record('A1', prepared, await challenged('A1', data))).rejects.toMatchObject(refused);
    for (const resourceId of ids) expect(await collectionRows(app, { owner, resourceId })).toEqual([]);
    expect(brief(await record('A1', prepared, await challenged('A1')))).toEqual([
      'accepted fulfilled',
      'accepted open',
    ]);
  });

  test('verified elsewhere counts once, and its kind is stored', async () => {
    const proof = { kind: 'verified', by: 'device', reference: 'device-proof' } as const;
    const [recorded] = await record('A1', await preparedAll(newIds(1)), proof);
    expect(await proofsOf(recorded?.collectionId)).toEqual(['device device-proof']);
    await expect(record('A1', await preparedAll(newIds(1)), proof)).rejects.toMatchObject(refused);
    const other = { ...proof, by: 'passkey' } as const;
    const [again] = await record('A1', await preparedAll(newIds(1)), other);
    expect(await proofsOf(again?.collectionId)).toEqual(['passkey device-proof']);
  });

  test('verified elsewhere is accepted from Portico itself only', async () => {
    const { customerNumber, userId } = userOf('A1');
    const caller: Customer = {
      kind: 'customer',
      userId,
      customerNumber,
      actingFor: owner,
      deviceId: undefined,
      clientId: 'console-1',
      bankId: '01',
      scopes: new Set(['authorization.sign']),
      binding: 'proof',
      assurance: 'sca',
      authenticatedAt: app.clock.now(),
    };
    const context = { ...app.context(), caller };
    const prepared = await preparedAll(newIds(1));
    const small = await preparedAll(newIds(1), payment('50'));
    for (const signing of [
      { prepared, proof: verified() },
      { prepared: small, proof: { kind: 'exemption', reason: 'low-value' } as const },
    ]) {
      const attempt = inApproval(context, (work) =>
        recordSignatures(context, work, { ...signing, userId, signatureData: shown }),
      );
      await expect(attempt).rejects.toMatchObject(refused);
    }
  });

  const exemption = { kind: 'exemption', reason: 'low-value' } as const;

  test('may be an exemption for one payment that one signature releases, and is stored as such', async () => {
    const [recorded] = await record('A1', await preparedAll(newIds(1), payment('50')), exemption);
    expect(recorded).toMatchObject({ outcome: 'accepted', state: 'fulfilled' });
    expect(await proofsOf(recorded?.collectionId)).toEqual(['exemption low-value']);
  });

  test('is no exemption for several payments, several signatures, or anything but a payment', async () => {
    const several = await preparedAll(newIds(2), payment('50'));
    await expect(record('A1', several, exemption)).rejects.toMatchObject(refused);
    await expect(record('A1', await preparedAll(newIds(1)), exemption)).rejects.toMatchObject(refused);
    const [resourceId = ''] = newIds(1);
    const document = await preparedResource(ctx(), { owner, resourceId, kind: 'document', payload: 'Terms' });
    await expect(record('A1', [document], exemption)).rejects.toMatchObject(refused);
    expect(await collectionRows(app, { owner, resourceId })).toEqual([]);
  });

  test('of another user signs nothing', async () => {
    await expect(record('A2', await preparedAll(newIds(1)), await challenged('A1'))).rejects.toMatchObject(
      refused,
    );
  });
});

test('one resource twice in one command is an error', async () => {
  const [prepared] = await preparedAll(newIds(1));
  if (prepared === undefined) throw new Error('not prepared');
  await expect(record('A1', [prepared, prepared])).rejects.toThrow('signed twice');
});

describe('concurrently', { timeout: timeoutMs }, () => {
  const shuffled = <Item>(items: readonly Item[], round: number): readonly Item[] =>
    items
      .map((item, index) => ({ item, place: ((index + 1) * (round + 7) * 31) % 17 }))
      .toSorted((left, right) => left.place - right.place)
      .map(({ item }) => item);
  const deadlocks = async (): Promise<number> => {
    const [row] = await app.database.query<{ deadlocks: number }>(
      `select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    return row?.deadlocks ?? -1;
  };

  test('signers of overlapping baskets, in any order, never deadlock, and each basket completes once', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 15; round += 1) {
      const ids = newIds(5);
      const prepared = await preparedAll(ids);
      const results = await Promise.all(
        ['A1', 'A2', 'A3', 'B1', 'B2'].map((name, index) =>
          record(name, shuffled(prepared, round + index).slice(index % 2)),
        ),
      );
      expect(results.flat().every(({ outcome }) => outcome !== 'already-signed')).toBe(true);
      for (const resourceId of ids) {
        const { collection_id, state } = await collectionRow(app, { owner, resourceId });
        expect(state).toBe('fulfilled');
        const fulfilled = (await emittedEvents(app, collection_id)).filter(
          (name) => name === 'signing-rules-fulfilled',
        );
        expect(fulfilled).toHaveLength(1);
      }
    }
    expect(await deadlocks()).toBe(before);
  });

  test('a withdrawal and a basket wait for each other', async () => {
    const before = await deadlocks();
    for (let round = 0; round < 15; round += 1) {
      const prepared = await preparedAll(newIds(4));
      await record('A1', prepared.slice(0, 3));
      const context = ctx();
      const { userId } = userOf('A1');
      await Promise.all([
        record('A2', shuffled(prepared, round)),
        record('A3', shuffled(prepared, round + 1)),
        inApproval(context, (work) =>
          withdrawSignatures(context, work, { userId, reason: 'fraud-reported' }),
        ),
      ]);
      for (const { request } of prepared) {
        const { collection_id } = await collectionRow(app, { owner, resourceId: request.resourceId });
        const lines = await signatureLines(app, collection_id);
        expect(lines.filter((line) => line === `${userId} valid`)).toEqual([]);
      }
    }
    expect(await deadlocks()).toBe(before);
  });
});
