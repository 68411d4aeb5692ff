import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CoreIdentities, createCoreIdentities } from '#adapters/core-http/core-identities.suite.ts';
import { startPayeeBank } from '#adapters/payee-http/payee-bank-process.suite.ts';
import { openPayeeBanks } from './payee-banks.ts';

let identities: CoreIdentities;
let folder: string;
beforeAll(async () => {
  identities = await createCoreIdentities();
  folder = await mkdtemp(join(tmpdir(), 'portico-payee-banks-'));
  const { authority, client } = identities;
  const files = { certificate: client.certificatePem, key: client.keyPem, ca: authority.caPem };
  for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem);
});
afterAll(async () => {
  identities[Symbol.dispose]();
  await rm(folder, { recursive: true });
});

test('a bank of the setting is found by country and bank code, and asked with our certificate', async () => {
  const iban = 'NL91ABNA0417164300';
  await using bank = await startPayeeBank(iban, identities);
  const banks = await openPayeeBanks([
    {
      country: 'NL',
      bankCode: 'ABNA',
      url: bank.url,
      certificate: `file:${join(folder, 'certificate')}`,
      key: `file:${join(folder, 'key')}`,
      ca: `file:${join(folder, 'ca')}`,
      networks: ['127.0.0.0/8'],
    },
  ]);
  expect(banks.find('01', 'NL02RABO0123456789')).toBeUndefined();
  expect(banks.find('01', 'BE71ABNA12345678')).toBeUndefined();
  const answer = await banks.find('01', iban)?.verifyPayee({
    iban,
    claim: { kind: 'name', name: 'Anna Schmitt' },
    timeoutMs: 5_000,
  });
  expect(answer).toMatchObject({ code: 'CMTC', matchedName: 'Anna Schmidt' });
  await banks.close();
});
