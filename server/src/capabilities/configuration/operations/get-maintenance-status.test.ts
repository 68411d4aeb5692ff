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
  test('that is open says so to everybody: both members, the message empty', async () => {
    const answer = await testApp.get(pathOf(bank));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ maintenance: false, maintenanceMessage: '' });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('that is closed says so, and the other banks say nothing of it', async () => {
    await close(bank);
    for (const other of banks) {
      expect((await testApp.get(pathOf(other))).body).toMatchObject({ maintenance: other === bank });
    }
  });

  test('may be remembered by anybody for half a minute, from any page', async () => {
    const { headers } = await testApp.get(pathOf(bank));
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=30',
      vary: 'accept-language',
      'access-control-allow-origin': '*',
    });
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
  });

  test('answers 304 to those who know it, until it changes', async () => {
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

  test('has another tag in another language', async () => {
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
  ])('tells %s with %j: %s', async (query, headers, message) => {
    await close(bank);
    const answer = await testApp.get(`${pathOf(bank)}${query}`, headers);
    expect(answer.body).toEqual({ maintenance: true, maintenanceMessage: message });
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
  ])('falls back to its own language when nobody can make sense of Accept-Language: %s', async (header) => {
    await close(bank);
    const { body, status } = await testApp.get(pathOf(bank), { 'accept-language': header });
    expect(status).toBe(200);
    expect(body).toMatchObject({ maintenanceMessage: bank === 'nl' ? 'Zo terug.' : 'Back soon.' });
  });

  test('falls back to any message when its own language has none', async () => {
    await close(bank, { fr: 'De retour bientôt.' });
    expect((await testApp.get(pathOf(bank))).body).toMatchObject({
      maintenanceMessage: 'De retour bientôt.',
    });
  });

  test('answers HEAD, and nothing that changes', async () => {
    expect(await testApp.call({ method: 'HEAD', path: pathOf(bank) })).toMatchObject({
      status: 200,
      text: '',
    });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await testApp.call({ method, path: pathOf(bank), as: staff('e-1', bank) });
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('a parameter that makes no sense', () => {
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
    'is refused by bank %s: %s',
    async (bank, query) => {
      const answer = await testApp.get(`${pathOf(bank)}${query}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid' } });
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    },
  );

  test.each(bad.filter((query) => query !== '?lang=%00'))('is ignored by bank nl: %s', async (query) => {
    await close('nl');
    const answer = await testApp.get(`${pathOf('nl')}${query}`);
    expect(answer).toMatchObject({ status: 200, body: { maintenance: true } });
  });

  test('in the language header is ignored by bank nl, however long', async () => {
    const answer = await testApp.get(pathOf('nl'), { 'accept-language': 'x'.repeat(2_000) });
    expect(answer.status).toBe(200);
  });
});

test.each(['03', 'NL', '00', '01%2f..', '1'])('a bank that does not exist is not found: %s', async (bank) => {
  expect((await testApp.get(pathOf(bank))).status).toBe(404);
});

describe('the time', () => {
  test('decides by itself: an approved window closes and opens the bank though nobody writes it down', async () => {
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

  test('a window that is only planned closes nothing', async () => {
    await testApp.windowIn('planned', { startsAt: '2026-11-15T09:00:00Z' });
    await testApp.cache.refresh();
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: false });
  });
});

describe('what is known', () => {
  test('is what the last look showed', async () => {
    const id = await testApp.windowIn('started', { messages });
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: false });
    await testApp.cache.refresh();
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
    await testApp.step(id, 'end');
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
    await testApp.cache.refresh();
    expect((await testApp.get(pathOf('01'))).body).toMatchObject({ maintenance: false });
  });

  test('survives the database: it may be what is being maintained', async () => {
    await using mortal = await createMaintenanceTestApp();
    await mortal.windowIn('started', { messages });
    await mortal.cache.refresh();
    await mortal.database.app.close();
    expect((await mortal.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
    await expect(mortal.cache.refresh()).rejects.toThrow('no connection');
    expect((await mortal.get(pathOf('01'))).body).toMatchObject({ maintenance: true });
  });
});
