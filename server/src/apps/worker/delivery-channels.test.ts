import { describe, expect, it } from 'vitest';
import { createEgress } from '#platform/egress/egress.ts';
import { channelPurposes } from './delivery-channels.ts';

const push = { key: 'file:/vapid.jwk', subject: 'mailto:apps@bank.example' };

describe('push messages', () => {
  it('go to public addresses and the port of https, unless the bank says otherwise', async () => {
    const { push: policy } = await channelPurposes({ push: { ...push, hosts: ['*.push.example'] } });
    expect(policy).toEqual({ hosts: ['*'], ports: [443], timeoutMs: 10_000, credentials: true });
  });

  it('go to a push service inside of the bank only by its exact name', async () => {
    const inside = { ...push, ports: [8443], networks: ['127.0.0.0/8'] };
    const { push: policy } = await channelPurposes({ push: { ...inside, hosts: ['push.bank.test'] } });
    expect(policy).toMatchObject({
      hosts: ['push.bank.test'],
      ports: [8443],
      allowPrivateAddresses: ['127.0.0.0/8'],
    });
    const purposes = await channelPurposes({ push: { ...inside, hosts: ['*.bank.test'] } });
    await using egress = createEgress({ purposes, resolve: async () => ['127.0.0.1'] });
    const sent = egress.send({
      purpose: 'push',
      method: 'POST',
      url: 'https://any.bank.test:8443/',
      body: Buffer.of(),
    });
    await expect(sent).rejects.toMatchObject({ reason: 'host' });
  });
});
