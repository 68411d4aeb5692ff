import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { createSearchLimit } from '../../ports/search-limit.ts';
import { errorsOf, refusalOf } from '../../testing/party-reads.suite.ts';
import { back, createPartyTestApp, type PartyTestApp, staff } from '../../testing/party-test-app.suite.ts';

/** The pool of a test app. */
const poolSize = 5;
/** Longer than any search may run, and longer than a session lets a statement run. */
const slowSeconds = 20;
/** A word that takes the database that long, as vague words in a large bank do. */
const slow = '/parties/search?q=slowslow';

let app: PartyTestApp;
let known: string;
beforeAll(async () => {
  app = await createPartyTestApp({ searchLimit: createSearchLimit(poolSize) });
  known = await app.person({ surname: 'Bystander' });
  const parameters = `beginnings text[], words_max integer, short_terms text[], typos text[],
    number_beginnings text[], numbers_max integer, numbers text[]`;
  await app.database.query(`
    create sequence party.slow_searches; grant usage on sequence party.slow_searches to portico_app;
    alter function party.search_expand rename to search_expand_itself;
    create function party.search_expand(${parameters})
      returns table (source text, term text, found text, fields text, bearers integer) language plpgsql as $$
    begin
      if 'slowslow' = any (typos) then
        perform nextval('party.slow_searches');
        perform pg_sleep(${slowSeconds});
      end if;
      return query select * from party.search_expand_itself(
        beginnings, words_max, short_terms, typos, number_beginnings, numbers_max, numbers);
    end $$;
    grant execute on function party.search_expand to portico_app`);
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => app.database.query('alter sequence party.slow_searches restart'));

const application = (id: string): TokenRequest => ({
  ...back('01', ['party.search', 'party.read']),
  id,
});
const statusesOf = (responses: readonly TestResponse[]): readonly number[] =>
  responses.map(({ status }) => status).toSorted((one, other) => one - other);

describe('a search that takes too long', () => {
  test.each([
    ['an application', application('slow-1')],
    ['an application that sees sensitive data', back()],
    ['a member of staff', staff('e-slow', ['party.search'])],
  ])('by %s is ended in time, returns 400 at `q`, and runs once', async (_, as) => {
    const startedAt = performance.now();
    expect(errorsOf(await app.get(slow, as))).toEqual(['400 q too-short']);
    // The session alone would have ended it after ten seconds, three times over for staff.
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    expect(await app.database.query('select last_value::int as tried from party.slow_searches')).toEqual([
      { tried: 1 },
    ]);
  });

  test('and is sent often leaves connections for callers who do something else', async () => {
    const hostile = Array.from({ length: 12 }, (_, place) => app.get(slow, application(`h-${place % 3}`)));
    const responses: TestResponse[] = [];
    let isOver = false;
    const all = Promise.all(hostile).finally(() => {
      isOver = true;
    });
    while (!isOver) responses.push(await app.get(`/parties/${known}`, application('bystander')));
    expect(new Set(statusesOf(responses))).toEqual(new Set([200]));
    expect(responses.length).toBeGreaterThan(10);
    // All got a response: ended by their own limit, or not started.
    expect(new Set(statusesOf(await all))).toEqual(new Set([400, 429, 503]));
  });

  test('and is sent often by one caller leaves room for the searches of others: too-many-requests', async () => {
    const hostile = Array.from({ length: 12 }, () => app.get(slow, application('greedy')));
    const honest = await app.get('/parties/search?q=bystander', application('honest'));
    expect([honest.status, honest.text.includes(known)]).toEqual([200, true]);
    const refused = (await Promise.all(hostile)).filter(({ status }) => status !== 400);
    expect(new Set(refused.map(refusalOf))).toEqual(new Set(['429 too-many-requests']));
    expect(refused[0]?.headers['retry-after']).toBe('1');
  });
});
