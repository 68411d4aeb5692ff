import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CoreIdentities, createCoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { type ServiceProcess, startServiceProcess } from '#adapters/core-http/service-process.suite.ts';
import type { HumanCheck, HumanVerdict } from '#capabilities/identity/index.ts';
import { createLogger } from '#platform/log/logger.ts';
import { at } from '#platform/testing/json-at.ts';
import { openHumanChecks } from './human-checks.ts';

const program = new URL('../../adapters/human-check-http/site-verify-program.suite.ts', import.meta.url);
let identities: CoreIdentities;
let service: ServiceProcess;
let folder: string;
let humanCheck: HumanCheck;
let misconfigured: HumanCheck;
let scored: HumanCheck;
beforeAll(async () => {
  identities = await createCoreIdentities();
  folder = await mkdtemp(join(tmpdir(), 'portico-human-checks-'));
  const files = { ca: identities.authority.caPem, secret: 'secret of the site\n', wrong: 'another secret' };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  service = await startServiceProcess(program, identities);
  const connect = (secret: string, more: { readonly scoreMin?: number } = {}): Promise<HumanCheck> =>
    openHumanChecks(
      {
        '01': {
          url: `${service.url}/siteverify`,
          secret: `file:${join(folder, secret)}`,
          ca: `file:${join(folder, 'ca')}`,
          hostnames: ['www.bank.example'],
          networks: ['127.0.0.0/8'],
          ...more,
        },
      },
      createLogger({ level: 'fatal' }),
    );
  humanCheck = await connect('secret');
  misconfigured = await connect('wrong');
  scored = await connect('secret', { scoreMin: 0.5 });
});
afterAll(async () => {
  await Promise.all([humanCheck.close(), misconfigured.close(), scored.close()]);
  await service[Symbol.asyncDispose]();
  identities[Symbol.dispose]();
  await rm(folder, { recursive: true });
});
beforeEach(() => service.tell({ mode: 'well' }));

const verify = (token: string, bankId = '01'): Promise<HumanVerdict> =>
  humanCheck.verify({ bankId, token, sourceAddress: '192.0.2.7' });
const requests = async (): Promise<number> => Number(at(await service.tell({}), 'requests'));

test('a solved check is accepted once, and the service learns the address of the person', async () => {
  expect(await verify('solved-1')).toBe('human');
  expect(at(await service.tell({}), 'last')).toMatchObject({ remoteip: '192.0.2.7', response: 'solved-1' });
  expect(await verify('solved-1')).toBe('refused');
});

test('a check that was not solved, and one that was solved on another site, are refused', async () => {
  expect(await verify('made up')).toBe('refused');
  expect(await verify('solved-2@www.phisher.example')).toBe('refused');
});

test('a service with scores lets only those pass above the limit of the bank', async () => {
  const given = (token: string) => ({ bankId: '01', token, sourceAddress: undefined });
  expect(await scored.verify(given('solved-score-0.1'))).toBe('refused');
  expect(await scored.verify(given('solved-score-0.9'))).toBe('human');
  // Without a limit no score counts: the service calls every token a success.
  expect(await verify('solved-score-0.8')).toBe('refused');
});

test('an answer that gets lost is asked for again as the same attempt', async () => {
  await service.tell({ mode: 'fails-once' });
  const before = await requests();
  expect(await verify('solved-3')).toBe('human');
  expect((await requests()) - before).toBe(2);
});

test.each(['away', 'failing', 'garbled', 'slow'])(
  'nothing is known about a person while the service is %s, and the wait has an end',
  async (mode) => {
    await service.tell({ mode });
    const beganMs = performance.now();
    expect(await verify(`solved-${mode}`)).toBe('unavailable');
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  },
);

test('a service that does not know the secret of the bank refuses no person', async () => {
  const given = { bankId: '01', token: 'solved-4', sourceAddress: undefined };
  expect(await misconfigured.verify(given)).toBe('unavailable');
});

test('a bank without a service accepts every token, and nothing is asked', async () => {
  const before = await requests();
  expect(await verify('made up', '02')).toBe('human');
  expect(await requests()).toBe(before);
});
