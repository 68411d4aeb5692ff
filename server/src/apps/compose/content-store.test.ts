import { describe, expect, test } from 'vitest';
import { issueTestCertificate, startTlsCanary } from '#platform/egress/canary.suite.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { attachmentSourceFrom, contentPrefixOf, contentPurposes } from './content-store.ts';

const settings = (contentStore: string | undefined) => ({
  banks: ['01', '02'],
  baseUrl: 'https://portico.example',
  contentStore,
});

describe('files of a bank', () => {
  test('are linked below its own address in the content store', () => {
    expect(contentPrefixOf(settings('https://Files.bank.example/'), '01')).toBe(
      'https://files.bank.example/01/',
    );
    expect(contentPrefixOf(settings('https://files.bank.example/a'), '02')).toBe(
      'https://files.bank.example/a/02/',
    );
    expect(contentPrefixOf(settings(undefined), '01')).toBe('https://portico.example/content/');
  });

  test('may be as large as an attachment, and pictures no larger than a picture', () => {
    const purposes = contentPurposes(settings('https://files.bank.example/'));
    expect(purposes['attachments']).toMatchObject({
      bodyMaxBytes: 10_000_000,
      hosts: ['files.bank.example'],
    });
    expect(purposes['pictures']?.bodyMaxBytes).toBeLessThan(10_000_000);
    expect(contentPurposes(settings(undefined))).toEqual({});
  });

  test('are attached by link from the store', async () => {
    const certificate = issueTestCertificate();
    const file = Buffer.alloc(5_000_000, 'a statement ');
    await using store = await startTlsCanary(certificate, (request, response) =>
      request.url === '/01/a.pdf' ? response.end(file) : response.writeHead(404).end(),
    );
    const address = `https://bank.test:${store.port}`;
    const config = settings(address);
    const purposes = Object.fromEntries(
      Object.entries(contentPurposes(config)).map(([name, policy]) => [
        name,
        { ...policy, caPem: certificate.caPem, allowPrivateAddresses: ['127.0.0.0/8'] },
      ]),
    );
    await using egress = createEgress({ purposes, resolve: async () => ['127.0.0.1'] });
    const source = attachmentSourceFrom(config, egress);
    expect(await source.read('01', `${address}/01/a.pdf`)).toEqual(file);
    expect(await source.read('02', `${address}/01/a.pdf`)).toBeUndefined();
    expect(await attachmentSourceFrom(config, undefined).read('01', `${address}/01/a.pdf`)).toBeUndefined();
  });
});
