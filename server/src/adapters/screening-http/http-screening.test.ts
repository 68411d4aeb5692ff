import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CoreIdentities,
  createCoreIdentities,
  egressTo,
} from '#adapters/core-http/core-identities.suite.ts';
import {
  listedName,
  type ScreeningHarness,
  screeningSuite,
  subjectNamed,
} from '#capabilities/party/testing/screening.suite.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createHttpScreening, type HttpScreeningOptions } from './http-screening.ts';
import { type ScreeningProcess, startScreeningService } from './screening-service-process.suite.ts';

let identities: CoreIdentities;
let service: ScreeningProcess;
beforeAll(async () => {
  identities = await createCoreIdentities();
  service = await startScreeningService(identities);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  identities[Symbol.dispose]();
});

const log = createLogger({ level: 'fatal' });

async function openHarness(
  more: Partial<HttpScreeningOptions> = {},
  isKnown = true,
): Promise<ScreeningHarness> {
  await service.tell({ mode: 'well' });
  const egress = egressTo(service.url, identities, isKnown ? identities.client : undefined);
  const options = {
    egress,
    purpose: 'core',
    url: `${service.url}/`,
    log,
    deadlineMs: 700,
    pausesMs: [10, 20],
  };
  return {
    screening: createHttpScreening({ ...options, ...more }),
    switchMode: async (mode) => void (await service.tell({ mode })),
    requests: async () => (await service.tell({})).requests,
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

screeningSuite('the adapter over HTTP', () => openHarness());

test('a service that fails is asked three times', async () => {
  await using harness = await openHarness();
  await harness.switchMode('failing');
  const before = await harness.requests();
  expect(await harness.screening.screen(subjectNamed(listedName))).toBe('open');
  expect((await harness.requests()) - before).toBe(3);
});

test('the deadline covers all attempts and their pauses', async () => {
  await using harness = await openHarness({ deadlineMs: 300, pausesMs: [100, 60_000] });
  await harness.switchMode('failing');
  const before = await harness.requests();
  const beganMs = performance.now();
  expect(await harness.screening.screen(subjectNamed(listedName))).toBe('open');
  expect(performance.now() - beganMs).toBeLessThan(3_000);
  expect((await harness.requests()) - before).toBe(2);
});

test('a service that does not know our certificate leaves the screening open', async () => {
  await using harness = await openHarness({}, false);
  expect(await harness.screening.screen(subjectNamed('Schmidt'))).toBe('open');
});

test('more questions than allowed wait, and beyond that are open at once', async () => {
  await using harness = await openHarness({ askedMax: 2, waitingMax: 1, deadlineMs: 5_000 });
  await service.tell({ mode: 'held' });
  const before = await harness.requests();
  const asked = ['Schmidt', 'Roth', 'Weiß'].map((surname) => harness.screening.screen(subjectNamed(surname)));
  expect(await harness.screening.screen(subjectNamed('Braun'))).toBe('open');
  await service.tell({ mode: 'well' });
  expect(await Promise.all(asked)).toEqual(['clear', 'clear', 'clear']);
  const { requests, runningMost } = await service.tell({});
  expect(requests - before).toBe(3);
  expect(runningMost).toBeLessThanOrEqual(2);
});
