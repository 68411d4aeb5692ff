import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServerResponse } from '#platform/testing/test-server.ts';
import { problemHeaders } from './problem-headers.ts';

/** Returns the response of an operation that raises this problem. */
async function responseTo(problem: Problem): Promise<TestServerResponse> {
  const contract = testContract({ interface: testInterface(plain) });
  const raise = testEndpoint(contract, () => {
    throw problem;
  });
  await using server = await createTestServer({
    routes: [raise],
    ports: () => ({}),
    dialectFor: () => plain,
  });
  // The server closes at the end of this block.
  return await server.call({ method: 'GET', path: contract.path });
}

describe('a response', () => {
  test('with 401 names the authentication schemes, also if the operation gives no challenge', async () => {
    const { headers, status } = await responseTo(standardProblems.unauthorized());
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer, DPoP algs="/);
  });

  test.each(['too-many-requests', 'service-unavailable'] as const)(
    'with %s says when to try again, also if the operation does not',
    async (literal) => {
      expect((await responseTo(standardProblems[literal]())).headers['retry-after']).toBe('1');
    },
  );

  test('has the headers of its problem instead of the usual ones', async () => {
    const challenged = standardProblems.unauthorized({ headers: { 'www-authenticate': 'DPoP' } });
    expect((await responseTo(challenged)).headers['www-authenticate']).toBe('DPoP');
    const later = standardProblems['too-many-requests']({ retryAfterSeconds: 90 });
    expect((await responseTo(later)).headers['retry-after']).toBe('90');
  });
});

test('a third party gets no challenge: it authenticates by its certificate', () => {
  const problem = standardProblems['certificate-missing']();
  expect(problemHeaders(problem, xs2a)).toEqual({});
  expect(problemHeaders(problem, channel)).toHaveProperty('www-authenticate');
});
