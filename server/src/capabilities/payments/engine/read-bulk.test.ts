import { afterAll, describe, expect, it } from 'vitest';
import { createDocuments, documentRulesDefault } from '#platform/documents/documents.ts';
import type { BulkOptions } from './bulk/bulk-reading.ts';
import { readBulk } from './read-bulk.ts';

const documents = createDocuments({ ...documentRulesDefault, waitMaxMs: 120_000, timeLimitMs: 120_000 });
afterAll(() => documents.close());

const options: BulkOptions = {
  product: 'sepa-credit-transfers',
  entriesMax: 10_000,
  acceptedVersions: ['03', '09'],
  accountFields: ['iban'],
  areIbansChecked: true,
  today: '2026-11-17',
  timeZone: 'Europe/Berlin',
  validityDaysMax: 0,
  addressRulesFrom: '2026-11-15',
  isHybridAllowed: true,
};
const bytesMax = 20 * 1_024 * 1_024;

describe('the payees of a bulk', { timeout: 60_000 }, () => {
  async function creditorsOf(...payees: readonly object[]) {
    const payments = payees.map((payee) => ({
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      creditorName: 'Acme',
      ...payee,
    }));
    const bytes = Buffer.from(
      JSON.stringify({ debtorAccount: { iban: 'DE40100100103307118608' }, payments }),
    );
    const abroad = { ...options, product: 'cross-border-credit-transfers' } as const;
    const result = await readBulk(documents, 'application/json', { bytes, caller: '1', options: abroad });
    if (result.kind !== 'read') throw new Error(JSON.stringify(result));
    return { keys: result.bulk.creditors.keys, hash: result.bulk.accountsHash };
  }

  const bban = (creditorAgent: string) => ({ creditorAccount: { bban: '12345678' }, creditorAgent });
  const iban = { creditorAccount: { iban: 'DE02100100109307118603' } };

  it('with one number at two banks are two, and another bank is another mark', async () => {
    const [one, other] = [await creditorsOf(bban('CHASUS33')), await creditorsOf(bban('BOFAUS3N'))];
    expect(one.hash).not.toBe(other.hash);
    expect((await creditorsOf(bban('CHASUS33'), bban('BOFAUS3N'), bban('CHASUS33XXX'))).keys).toEqual([
      'EUR\nbban\n12345678\nCHASUS33',
      'EUR\nbban\n12345678\nBOFAUS3N',
    ]);
  });

  it('with one IBAN are one, with a BIC and without', async () => {
    const [one, other] = [await creditorsOf(iban), await creditorsOf({ ...iban, creditorAgent: 'PBNKDEFF' })];
    expect(one).toEqual(other);
  });
});

describe('the largest bulk', { timeout: 180_000 }, () => {
  it('of JSON is read within the memory of a thread, and returns chunks and sums', async () => {
    const text = 'Invoice'.repeat(20);
    const payments = Array.from({ length: 10_000 }, (_, index) => ({
      endToEndIdentification: `E-${index}`,
      instructedAmount: { currency: 'EUR', amount: `${(index % 90) + 1}.50` },
      creditorAccount: { iban: 'DE02100100109307118603' },
      creditorName: `Payee ${index}`,
      creditorAddress: { townName: 'Utrecht', country: 'NL', streetName: 'Street'.repeat(11) },
      remittanceInformationUnstructured: text,
    }));
    const order = JSON.stringify(
      { debtorAccount: { iban: 'DE40100100103307118608' }, payments },
      undefined,
      1,
    );
    const bytes = Buffer.alloc(bytesMax, ' ');
    bytes.write(order);
    expect(bytes.length).toBeGreaterThan(Buffer.byteLength(order));
    const result = await readBulk(documents, 'application/json', { bytes, caller: '1', options });
    const bulk = result.kind === 'read' ? result.bulk : undefined;
    expect(bulk).toMatchObject({ count: 10_000, format: 'json', members: { debtorAccount: {} } });
    expect([bulk?.chunks.length, bulk?.chunkHashes.length]).toEqual([100, 100]);
    expect(bulk?.creditors).toMatchObject({
      keys: ['EUR\niban\nDE02100100109307118603'],
      counts: [10_000],
      largest: [9_050n],
    });
  });

  it('has no more than twenty faults', async () => {
    const payments = Array.from({ length: 10_000 }, () => ({ creditorName: 5 }));
    const bytes = Buffer.from(JSON.stringify({ debtorAccount: {}, payments }));
    const result = await readBulk(documents, 'application/json', { bytes, caller: '1', options });
    expect(result.kind === 'faulty' && result.fieldErrors).toHaveLength(20);
  });
});
