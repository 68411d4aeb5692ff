import { describe, expect, it } from 'vitest';
import type { Egress, EgressRequest } from './egress.ts';
import { egressFetch } from './egress-fetch.ts';

/** An egress client that only remembers; the real one has its own tests. */
function remembering(
  status: number,
  body: string,
): { readonly egress: Egress; readonly sent: EgressRequest[] } {
  const sent: EgressRequest[] = [];
  const egress: Egress = {
    send: async (request) => {
      sent.push(request);
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
    },
    openSocket: () => Promise.reject(new Error('nobody opens a connection here')),
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { egress, sent };
}

describe('a library that fetches', () => {
  it('asks through the egress client, under its purpose', async () => {
    const { egress, sent } = remembering(200, '{"keys":[]}');
    const answer = await egressFetch(egress, 'client-keys')(new URL('https://app.test/jwks'), {
      headers: { accept: 'application/json' },
    });
    expect(await answer.json()).toEqual({ keys: [] });
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(sent).toEqual([
      {
        purpose: 'client-keys',
        method: 'GET',
        url: 'https://app.test/jwks',
        headers: { accept: 'application/json' },
      },
    ]);
  });

  it('sends forms as bytes', async () => {
    const { egress, sent } = remembering(200, '{}');
    await egressFetch(egress, 'staff')('https://idp.test/token', {
      method: 'post',
      body: new URLSearchParams({ grant_type: 'authorization_code' }),
    });
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.headers?.['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Buffer.from(sent[0]?.body ?? '').toString()).toBe('grant_type=authorization_code');
  });

  it('gets an answer without a body where there can be none', async () => {
    const { egress } = remembering(204, '');
    const answer = await egressFetch(egress, 'staff')('https://idp.test/');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  it('cannot use methods that do not leave the house', async () => {
    const { egress, sent } = remembering(200, '');
    await expect(egressFetch(egress, 'staff')('https://idp.test/', { method: 'OPTIONS' })).rejects.toThrow(
      'OPTIONS does not leave the house',
    );
    expect(sent).toEqual([]);
  });
});
