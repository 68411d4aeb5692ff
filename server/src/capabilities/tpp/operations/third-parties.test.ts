import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tpp } from '#platform/auth/caller.ts';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import type { Context } from '#platform/work/context.ts';
import type { BlockSubject } from '../domain/block.ts';
import { createSightings } from '../engine/sightings.ts';
import { type BlockCache, createBlockCache } from '../store/block-cache.read.ts';
import { blockThirdParty } from './block-third-party.ts';
import { getThirdParty } from './get-third-party.ts';
import { listThirdParties } from './list-third-parties.ts';
import { recordSightings } from './record-sightings.ts';
import { unblockThirdParty } from './unblock-third-party.ts';

let lab: Lab;
let cache: BlockCache;
beforeAll(async () => {
  lab = await createLab();
  cache = createBlockCache(lab.database.app, ['01', '02']);
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(() => lab.database.empty('tpp.block', 'tpp.certificate', 'tpp.third_party'));

const organisationId = 'PSDDE-BAFIN-12345';
const organisation: BlockSubject = { kind: 'organisation', organisationId };
const issuer = 'CN=Test CA,O=Test,C=DE';
const certificate: BlockSubject = { kind: 'certificate', issuer, serialNumber: '4f2a' };

function contextOf(bankId = '01'): Context {
  return lab.context({ bankId });
}

function callerOf(more: Partial<Tpp> = {}): Tpp {
  return {
    kind: 'tpp',
    authorisationNumber: organisationId,
    organizationName: 'Fintech GmbH',
    roles: ['PSP_AI', 'PSP_PI'],
    domains: [],
    issuer,
    serialNumber: '4f2a',
    fingerprint256: 'aa',
    validTo: Temporal.Instant.from('2027-01-01T00:00:00Z'),
    warnings: [],
    bankId: '01',
    ...more,
  };
}

/** Collects calls and records them, as the loop of the API does. */
async function record(...callers: readonly Tpp[]): Promise<void> {
  const sightings = createSightings();
  for (const caller of callers) sightings.add(caller, lab.clock.now());
  for (const [bankId, its] of sightings.take()) await recordSightings(contextOf(bankId), its);
}

async function isBlocked(more: { bankId?: string; serialNumber?: string } = {}): Promise<boolean> {
  await cache.refresh();
  return cache.isBlocked(
    { bankId: '01', issuer, serialNumber: '4f2a', organizationIdentifier: organisationId, ...more },
    lab.clock.now(),
  );
}

describe('recordSightings', () => {
  test('keeps the first and the latest use of an organisation and of each certificate', async () => {
    const first = lab.clock.now();
    await record(callerOf(), callerOf({ serialNumber: '4f2b', fingerprint256: 'bb', roles: ['PSP_IC'] }));
    lab.clock.advance({ hours: 2 });
    await record(callerOf(), callerOf());
    const details = await getThirdParty(contextOf(), organisationId);
    expect(details?.thirdParty).toEqual({
      organisationId,
      name: 'Fintech GmbH',
      firstSeenAt: first,
      lastSeenAt: lab.clock.now(),
    });
    expect(details?.certificates).toEqual([
      expect.objectContaining({ serialNumber: '4f2a', firstSeenAt: first, lastSeenAt: lab.clock.now() }),
      expect.objectContaining({ serialNumber: '4f2b', roles: ['PSP_IC'], lastSeenAt: first }),
    ]);
  });

  test('keeps a known name when a certificate has none, and never goes back in time', async () => {
    await record(callerOf());
    const latest = lab.clock.now();
    await recordSightings(contextOf(), [
      {
        ...callerOf(),
        organisationId,
        name: undefined,
        seenAt: latest.subtract({ hours: 1 }),
      },
    ]);
    const { thirdParties } = await listThirdParties(contextOf());
    expect(thirdParties).toMatchObject([{ name: 'Fintech GmbH', lastSeenAt: latest }]);
  });

  test('of one bank is not seen by another one', async () => {
    await record(callerOf(), callerOf({ bankId: '02', authorisationNumber: 'PSDFR-ACPR-9' }));
    const seen = async (bankId: string): Promise<readonly string[]> =>
      (await listThirdParties(contextOf(bankId))).thirdParties.map((one) => one.organisationId);
    expect(await seen('01')).toEqual([organisationId]);
    expect(await seen('02')).toEqual(['PSDFR-ACPR-9']);
    expect(await getThirdParty(contextOf('02'), organisationId)).toBeUndefined();
  });
});

describe('blockThirdParty', () => {
  test('of an organisation refuses all its certificates, in this bank only', async () => {
    await blockThirdParty(contextOf(), { subject: organisation, reason: 'withdrawn', endsAt: undefined });
    expect(await isBlocked()).toBe(true);
    expect(await isBlocked({ serialNumber: 'ff' })).toBe(true);
    expect(await isBlocked({ bankId: '02' })).toBe(false);
  });

  test('of a certificate refuses no other one', async () => {
    await blockThirdParty(contextOf(), { subject: certificate, reason: 'stolen', endsAt: undefined });
    expect(await isBlocked()).toBe(true);
    expect(await isBlocked({ serialNumber: '4f2b' })).toBe(false);
  });

  test('with an end refuses until then, without a new read', async () => {
    const endsAt = lab.clock.now().add({ minutes: 10 });
    await blockThirdParty(contextOf(), { subject: organisation, reason: 'flood', endsAt });
    expect(await isBlocked()).toBe(true);
    lab.clock.advance({ minutes: 10 });
    expect(await isBlocked()).toBe(false);
    expect((await listThirdParties(contextOf())).blocks).toEqual([]);
  });

  test('cannot end in the past: block-period', async () => {
    const past = { subject: organisation, reason: 'x', endsAt: lab.clock.now() };
    await expect(blockThirdParty(contextOf(), past)).rejects.toMatchObject({ literal: 'block-period' });
  });

  test('emits an event and writes the reason to the audit trail', async () => {
    await lab.database.empty('platform.outbox_event', 'platform.audit_entry');
    await blockThirdParty(contextOf(), { subject: organisation, reason: 'withdrawn', endsAt: undefined });
    expect(await lab.database.query('select name from platform.outbox_event')).toMatchObject([
      { name: 'third-party-blocked' },
    ]);
    const [entry] = await lab.database.query<{ record: string }>('select record from platform.audit_entry');
    expect(String(entry?.record)).toContain('withdrawn');
  });
});

describe('unblockThirdParty', () => {
  test('lifts all blocks of the subject and no other', async () => {
    await blockThirdParty(contextOf(), { subject: organisation, reason: 'one', endsAt: undefined });
    await blockThirdParty(contextOf(), { subject: organisation, reason: 'two', endsAt: undefined });
    await blockThirdParty(contextOf(), { subject: certificate, reason: 'three', endsAt: undefined });
    expect(await unblockThirdParty(contextOf(), { subject: organisation, reason: 'back' })).toBe('unblocked');
    expect(await isBlocked()).toBe(true);
    expect(await isBlocked({ serialNumber: 'ff' })).toBe(false);
    expect(await unblockThirdParty(contextOf(), { subject: certificate, reason: 'back' })).toBe('unblocked');
    expect(await isBlocked()).toBe(false);
  });

  test('says that there is nothing to lift', async () => {
    expect(await unblockThirdParty(contextOf(), { subject: organisation, reason: 'x' })).toBe('not-blocked');
  });
});

test('a cache keeps its blocks while the database is away', async () => {
  await blockThirdParty(contextOf(), { subject: organisation, reason: 'withdrawn', endsAt: undefined });
  await cache.refresh();
  await lab.database.query('alter table tpp.block rename to block_away');
  await expect(cache.refresh()).rejects.toThrow('does not exist');
  await lab.database.query('alter table tpp.block_away rename to block');
  expect(
    cache.isBlocked(
      { bankId: '01', issuer, serialNumber: '1', organizationIdentifier: organisationId },
      lab.clock.now(),
    ),
  ).toBe(true);
});

test('sightings are bounded', () => {
  const sightings = createSightings();
  for (let count = 0; count < 6_000; count += 1)
    sightings.add(callerOf({ fingerprint256: String(count) }), lab.clock.now());
  expect(sightings.take().get('01')).toHaveLength(5_000);
  expect(sightings.take().size).toBe(0);
});
