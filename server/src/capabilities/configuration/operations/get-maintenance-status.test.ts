import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createMaintenanceTestApp,
  type MaintenanceTestApp,
  staff,
} from '../testing/maintenance-test-app.suite.ts';

let testApp: MaintenanceTestApp;
beforeAll(async () => {
  testApp = await createMaintenanceTestApp();
});
afterAll(() => testApp[Symbol.asyncDispose]());
beforeEach(async () => {
  await testApp.clear();
  await testApp.cache.refresh();
});

const banks = ['01', '02', 'nl'] as const;
const pathOf = (bank: string): string => `/api/configuration/${bank}/maintenance`;
const messages = { en: 'Back soon.', de: 'Gleich zurück.', nl: 'Zo terug.', 'pt-BR': 'Já voltamos.' };

async function close(bankId: string, texts: object = messages): Promise<string> {
  const id = await testApp.windowIn('started', { bankId, messages: texts });
  await testApp.cache.refresh();
  return id;
}

describe.each(banks)('bank %s', (bank) => {
  test('returns both members while open, the message empty, to any caller', async () => {
    const response = await testApp.get(pathOf(bank));
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ maintenance: false, maintenanceMessage: '' });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('reports its own maintenance, and the other banks do not', async () => {
    await close(bank);
    for (const other of banks) {
      expect((await testApp.get(pathOf(other))).body).toMatchObject({ maintenance: other === bank });
    }
  });

  test('allows any cache to store the status for half a minute, from any page', async () => {
    const { headers } = await testApp.get(pathOf(bank));
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=30',
      vary: 'accept-language',
      'access-control-allow-origin': '*',
    });
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
  });

  test('returns 304 to clients that know the status, until it changes', async () => {
    const open = await testApp.get(pathOf(bank));
    const known = { 'if-none-match': String(open.headers['etag']) };
    const unchanged = await testApp.get(pathOf(bank), known);
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect(unchanged.headers).toMatchObject({
      etag: open.headers['etag'],
      'access-control-allow-origin': '*',
    });
    await close(bank);
    const changed = await testApp.get(pathOf(bank), known);
    expect(changed).toMatchObject({ status: 200, body: { maintenance: true } });
    expect(changed.headers['etag']).not.toBe(open.headers['etag']);
  });

  test('has another ETag in another language', async () => {
    await close(bank);
    const [en, de] = [
      await testApp.get(`${pathOf(bank)}?lang=en`),
      await testApp.get(`${pathOf(bank)}?lang=de`),
    ];
    expect(en.headers['etag']).not.toBe(de.headers['etag']);
  });

  test.each([
    ['?lang=de', {}, 'Gleich zurück.'],
    ['?lang=de-AT', {}, 'Gleich zurück.'],
    ['?lang=pt-br', {}, 'Já voltamos.'],
    ['?lang=de', { 'accept-language': 'en' }, 'Gleich zurück.'],
    ['?lang=fr', { 'accept-language': 'en' }, 'Back soon.'],
    ['', { 'accept-language': 'de-CH, en;q=0.5' }, 'Gleich zurück.'],
    ['', { 'accept-language': 'fr, en;q=0.5, de;q=0.9' }, 'Gleich zurück.'],
  ])('returns to %s with %j: %s', async (query, headers, message) => {
    await close(bank);
    const response = await testApp.get(`${pathOf(bank)}${query}`, headers);
    expect(response.body).toEqual({ maintenance: true, maintenanceMessage: message });
  });

  test.each([
    '*',
    'en-a',
    'fr, zz, x-y',
    '\u00e9',
    ';;;,,,q=',
    'de;q=0',
    `${'a-'.repeat(100)}b`,
    'en-US-u-ca-buddhist',
    'x'.repeat(499),
  ])('falls back to its default language for an unusable Accept-Language: %s', async (header) => {
    await close(bank);
    const { body, status } = await testApp.get(pathOf(bank), { 'accept-language': header });
    expect(status).toBe(200);
    expect(body).toMatchObject({ maintenanceMessage: bank === 'nl' ? 'Zo terug.' : 'Back soon.' });
  });

  test('falls back to any message when there is none in its default language', async () => {
    await close(bank, { fr: 'De retour bientôt.' });
    expect((await testApp.get(pathOf(bank))).body).toMatchObject({
      maintenanceMessage: 'De retour bientôt.',
    });
  });

  test('supports HEAD, and no method that writes', async () => {
    expect(await testApp.call({ method: 'HEAD', path: pathOf(bank) })).toMatchObject({
      status: 200,
      text: '',
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const response = await testApp.call({ method, path: pathOf(bank), as: staff('e-1', bank) });
      expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('an invalid parameter', () => {
  const bad = [
    '?lang=',
    '?lang=x',
    '?lang=en_GB',
    '?lang=en-a',
    '?lang=en&lang=de',
    '?language=en',
    '?lang=en&x=1',
    '?lang=%00',
  ];

  test.each(['01', '02'].flatMap((bank) => bad.map((query) => [bank, query] as const)))(
    'is rejected by bank %s: %s',
    async (bank, query) => {
      const response = await testApp.get(`${pathOf(bank)}${query}`);
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid' } });
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    },
  );

  test.each(bad.filter((query) => query !== '?lang=%00'))('is ignored by bank nl: %s', async (query) => {
    await close('nl');
    const response = await testApp.get(`${pathOf('nl')}${query}`);
    expect(response).toMatchObject({ status: 200, body: { maintenance: true } });
  });

  test('in the language header is ignored by bank nl, however long', async () => {
    const response = await testApp.get(pathOf('nl'), { 'accept-language': 'x'.repeat(2_000) });
    expect(response.status).toBe(200);
  });
});

test.each(['03', 'NL', '00', '01%2f..', '1'])('an unknown bank is not found: %s', async (bank) => {
  expect((await testApp.get(pathOf(bank))).status).toBe(404);
});

describe('the time', () => {
  test('alone closes and opens the bank for an approved window, even if no job records it', async () => {
    await testApp.windowIn('approved', {
      startsAt: '2026-11-15T11:00:00Z',
      endsAt: '2026-11-15T12:00:00Z',
      messages,
    });
    await testApp.cache.refresh();
    const isClosedAt = async (time: string): Promise<unknown> => {
      testApp.clock.set(`2026-11-15T${time}Z`);
      return (await testApp.get(pathOf('01'))).body;
    };
    expect(await isClosedAt('10:59:59.999')).toMatchObject({ maintenance: false });
    expect(await isClosedAt('11:00:00')).toMatchObject({ maintenance: true });
    expect(await isClosedAt('11:59:59.999')).toMatchObject({ maintenance: true });
    expect(await isClosedAt('12:00:00')).toEqual({ maintenance: false, maintenanceMessage: '' });
    testApp.clock.set('2026-11-15T10:00:00Z');
  });

  test('does not close the bank for a window that is only planned', async () => {
    await testApp.windowIn('planned', { startsAt: '2026-11-15T09:00:00Z' });
    await testApp.cache.refresh();
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: false });
  });
});

describe('the cached status', () => {
  test('is that of the last refresh', async () => {
    const id = await testApp.windowIn('started', { messages });
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: false });
    await testApp.cache.refresh();
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
    await testApp.step(id, 'end');
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
    await testApp.cache.refresh();
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: false });
  });

  test('is available without the database, which may be under maintenance', async () => {
    await using separateApp = await createMaintenanceTestApp();
    await separateApp.windowIn('started', { messages });
    await separateApp.cache.refresh();
    await separateApp.database.app.close();
    expect((await separateApp.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
    await expect(separateApp.cache.refresh()).rejects.toThrow('no connection');
    expect((await separateApp.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
  });
});
