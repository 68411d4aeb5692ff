import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import type { BlockSubject } from '../domain/block.ts';
import { nameOf } from '../domain/endings.ts';
import { blockThirdParty } from './block-third-party.ts';
import { listThirdParties } from './list-third-parties.ts';
import { replayBlocks } from './replay-blocks.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab[Symbol.asyncDispose]());

test('replayBlocks lifts and blocks as the lines of its bank say, and ignores other lines', async () => {
  const ctx = lab.context({ bankId: '01' });
  const lifted: BlockSubject = { kind: 'organisation', organisationId: 'PSDDE-BAFIN-1' };
  const later: BlockSubject = { kind: 'certificate', issuer: 'CN=Test CA, O=Test', serialNumber: '4f2a' };
  await blockThirdParty(ctx, { subject: lifted, reason: 'withdrawn', endsAt: undefined });
  lab.clock.advance({ minutes: 1 });
  const line = { bankId: '01', at: lab.clock.now().toString() };
  const steps = await replayBlocks(ctx, [
    { ...line, event: 'third-party-unblocked', subject: nameOf(lifted) },
    { ...line, event: 'third-party-blocked', subject: nameOf(later) },
    { ...line, event: 'third-party-blocked', subject: 'unreadable' },
    { ...line, event: 'third-party-blocked', subject: 'organisation PSDDE-BAFIN-2', bankId: '02' },
    { ...line, event: 'user-suspended', subject: 'organisation PSDDE-BAFIN-3' },
  ]);
  expect(steps.map(({ what }) => what)).toEqual([
    'third parties unblocked again',
    'third parties blocked again',
  ]);
  for (const step of steps) await step.apply();
  expect((await listThirdParties(ctx)).blocks.map(({ subject }) => subject)).toEqual([later]);
});
