import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CoreIdentities, createCoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import {
  type ScreeningProcess,
  startScreeningService,
} from '#adapters/screening-http/screening-service-process.suite.ts';
import { confirmScreening, listScreenings, proposeScreening } from '#capabilities/party/index.ts';
import { recordOf } from '#capabilities/party/testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customerFields,
  type PartyTestApp,
  prospectFields,
} from '#capabilities/party/testing/party-test-app.suite.ts';
import { listedName, unsureName } from '#capabilities/party/testing/screening.suite.ts';
import { createLogger } from '#platform/log/logger.ts';
import { at } from '#platform/testing/json-at.ts';
import { openScreenings, type Screenings } from './screenings.ts';

let identities: CoreIdentities;
let service: ScreeningProcess;
let folder: string;
let screenings: Screenings;
let app: PartyTestApp;
beforeAll(async () => {
  identities = await createCoreIdentities();
  folder = await mkdtemp(join(tmpdir(), 'portico-screenings-'));
  const { authority, client } = identities;
  const files = { certificate: client.certificatePem, key: client.keyPem, ca: authority.caPem };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem);
  service = await startScreeningService(identities);
  const address = {
    url: service.url,
    certificate: `file:${join(folder, 'certificate')}`,
    key: `file:${join(folder, 'key')}`,
    ca: `file:${join(folder, 'ca')}`,
    networks: ['127.0.0.0/8'],
  };
  screenings = await openScreenings({ '01': address }, createLogger({ level: 'fatal' }));
  app = await createPartyTestApp({ screening: screenings });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await screenings.close();
  await service[Symbol.asyncDispose]();
  identities[Symbol.dispose]();
  await rm(folder, { recursive: true });
});
beforeEach(() => service.tell({ mode: 'well' }));

let born = 0;
async function customerNamed(surname: string, bank = '01'): Promise<string> {
  born += 1;
  const birthDate = `1980-01-${String(born).padStart(2, '0')}`;
  return app.person({ ...customerFields(), surname, 'birth-date': birthDate }, back(bank));
}

const statusOf = async (partyNumber: string): Promise<unknown> =>
  at(await recordOf(app, partyNumber), 'customer', 'status');

describe('a bank with a screening service', () => {
  test('accepts customers whom the service clears, and rejects those it has listed', async () => {
    expect(await statusOf(await customerNamed('Schmidt'))).toBe('active');
    expect(await statusOf(await customerNamed(listedName))).toBe('rejected');
  });

  test('leaves to staff what the service does not decide', async () => {
    const unsure = await customerNamed(unsureName);
    await service.tell({ mode: 'away' });
    const unasked = await customerNamed('Roth');
    const { screenings: waiting } = await listScreenings(app.context());
    const numbers = waiting.map(({ partyNumber }) => partyNumber);
    expect(numbers).toContain(unsure);
    expect(numbers).toContain(unasked);
    expect(await statusOf(unasked)).toBe('prospective');
    const decision = { partyNumber: unasked, outcome: 'clear' } as const;
    await proposeScreening(app.context(), { ...decision, employeeId: 'e-1', reason: 'not on any list' });
    expect(await confirmScreening(app.context(), { ...decision, employeeId: 'e-2' })).toBe('active');
  });

  test('does not ask about contacts and prospects', async () => {
    const { requests } = await service.tell({});
    await app.person({ ...prospectFields(), surname: listedName });
    expect((await service.tell({})).requests).toBe(requests);
  });

  test('leaves the customers of another bank to its staff', async () => {
    const { requests } = await service.tell({});
    const partyNumber = await customerNamed('Schmidt', '02');
    expect((await service.tell({})).requests).toBe(requests);
    const { screenings: waiting } = await listScreenings(app.context('02'));
    expect(waiting.map((one) => one.partyNumber)).toContain(partyNumber);
  });
});
