import { Check } from 'typebox/value';
import { beforeAll, describe, expect, test } from 'vitest';
import { coreOperations } from '../server/src/adapters/core-http/contract/operations.ts';
import { contracts } from '../server/src/apps/wiring.ts';
import type { Example, Examples } from '../server/src/platform/openapi/example.ts';
import { runCoreHistory } from './examples/core-history.ts';
import { exampleTexts } from './examples/files.ts';
import { runHistories } from './examples/histories.ts';
import { createSettled } from './examples/volatile.ts';
import { withoutExample, withoutExampleMax } from './examples/without-example.ts';
import { repositoryFiles, textOf } from './repository.ts';

let replayed: Examples;
beforeAll(async () => {
  replayed = { ...(await runHistories()), ...(await runCoreHistory()) };
});

/** Pages are HTML for browsers, which no program builds on. */
const isPage = ({ path }: (typeof contracts)[number]): boolean => /^\/(?:account|sca)\//.test(path);
const succeeded = ({ response: { status } }: Example): boolean => status < 400;

describe('the examples', () => {
  test('are what the server returns today', async () => {
    const texts = exampleTexts(replayed);
    const files = (await repositoryFiles()).filter((path) => path.startsWith('contracts/examples/'));
    expect(files.toSorted()).toEqual([...texts.keys()].toSorted());
    for (const [path, text] of texts) expect(JSON.parse(await textOf(path))).toEqual(JSON.parse(text));
  });

  test('show a success of every operation but those of a list that only gets shorter', () => {
    const missing = contracts
      .filter((contract) => !isPage(contract))
      .map(({ operationId }) => operationId)
      .filter((operationId) => !(replayed[operationId] ?? []).some(succeeded));
    expect(missing.toSorted()).toEqual(withoutExample.toSorted());
    expect(withoutExample.length).toBeLessThanOrEqual(withoutExampleMax);
  });

  test('show a success of every operation of the core connector, as its contract says', () => {
    for (const { operationId, response } of coreOperations) {
      const [first] = (replayed[operationId] ?? []).filter(succeeded);
      expect([operationId, Check(response, first?.response.body)]).toEqual([operationId, true]);
    }
  });
});

describe('a settled value', () => {
  const { settle } = createSettled();
  const id = '0199f2c4-1f2e-7c3b-9d52-4f6b8e0a1c2d';

  test('has the same replacement wherever it appears, and another one for another value', () => {
    const settled = settle([id, `/things/${id}`, id.replace('0199', '0200')]);
    expect(settled).toEqual([
      '019a0000-0000-7000-8000-000000000001',
      '/things/019a0000-0000-7000-8000-000000000001',
      '019a0000-0000-7000-8000-000000000002',
    ]);
  });

  test('keeps what is the same in every run', () => {
    const kept = { name: 'Correspondence_Communications_Initiate', iban: 'DE89370400440532013000', at: 12 };
    expect(settle(kept)).toEqual(kept);
  });

  test('is found in an address, and without any digit', () => {
    const secret = 'vAbNtYwSqzLkMnBvCxZaQwErTyUIOpAsDfGhJkLqWeR';
    const address = `/auth?request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A${secret}`;
    const [inAddress, alone] = [settle(address), settle(secret)];
    expect(alone).toMatch(/^Example\d{3}x+$/);
    expect(inAddress).toBe(address.replace(secret, String(alone)));
  });

  test('has no code that was sent', () => {
    expect(settle({ otp: '111111', verification: { otp: '222222' } })).toEqual({
      otp: '483912',
      verification: { otp: '483912' },
    });
  });
});
