import { expect, it } from 'vitest';
import { createServerTestApp } from '../testing/server-test-app.suite.ts';
import { createTestClient } from '../testing/test-client.suite.ts';

it('while the database is unavailable every request gets a retryable error, and none an internal error', async () => {
  await using testApp = await createServerTestApp();
  const client = await createTestClient(testApp);
  const grant = { grant_type: 'client_credentials', scope: 'party.read' };
  expect((await client.post('/token', grant)).status).toBe(200);
  await testApp.database.app.close();
  for (const path of ['/token', '/request', '/token/introspection', '/token/revocation', '/backchannel']) {
    const answer = await client.post(path, { ...grant, token: 'x' });
    expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '1']);
    expect(answer.body).toMatchObject({ error: 'temporarily_unavailable' });
  }
  const page = await testApp.call({
    method: 'GET',
    path: `/oauth/01/auth?client_id=${client.clientId}&request_uri=urn:ietf:params:oauth:request_uri:x`,
    headers: { accept: 'text/html' },
  });
  expect([page.status, page.headers['retry-after']]).toEqual([503, '1']);
  expect(page.text).not.toContain('pool');
});
