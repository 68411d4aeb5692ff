import { describe, expect, it } from 'vitest';
import type { Egress, EgressRequest } from './egress.ts';
import { egressFetch } from './egress-fetch.ts';

/** An egress client that only records; the real one has its own tests. */
function recordingEgress(
  status: number,
  body: string,
): { readonly egress: Egress; readonly sent: EgressRequest[] } {
  const sent: EgressRequest[] = [];
  const egress: Egress = {
    send: async (request) => {
      sent.push(request);
      return { status, headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
    },
    openSocket: () => Promise.reject(new Error('this client opens no connections')),
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { egress, sent };
}

describe('a library that fetches', () => {
  it('calls the egress client, under its purpose', async () => {
    const { egress, sent } = recordingEgress(200, '{"keys":[]}');
    const response = await egressFetch(egress, 'client-keys')(new URL('https://app.test/jwks'), {
      headers: { accept: 'application/json' },
    });
    expect(await response.json()).toEqual({ keys: [] });
    expect(response.headers.get('content-type')).toBe('application/json');
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
    const { egress, sent } = recordingEgress(200, '{}');
    await egressFetch(egress, 'staff')('https://idp.test/token', {
      method: 'post',
      body: new URLSearchParams({ grant_type: 'authorization_code' }),
    });
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.headers?.['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Buffer.from(sent[0]?.body ?? '').toString()).toBe('grant_type=authorization_code');
  });

  it('gets a response without a body for statuses without one', async () => {
    const { egress } = recordingEgress(204, '');
    const response = await egressFetch(egress, 'staff')('https://idp.test/');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('cannot use unsupported methods', async () => {
    const { egress, sent } = recordingEgress(200, '');
    await expect(egressFetch(egress, 'staff')('https://idp.test/', { method: 'OPTIONS' })).rejects.toThrow(
      'OPTIONS is not supported by the egress client',
    );
    expect(sent).toEqual([]);
  });
});
