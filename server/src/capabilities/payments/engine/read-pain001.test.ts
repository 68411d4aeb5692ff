import { afterAll, describe, expect, it } from 'vitest';
import { createDocuments, documentRulesDefault } from '#platform/documents/documents.ts';
import { changed09, document09, orderedPayment, withTransfers } from '../testing/pain001-documents.suite.ts';
import type { Pain001Result } from './pain001/pain001-message.ts';
import { readPain001 } from './read-pain001.ts';

const rules = { ...documentRulesDefault, waitMaxMs: 60_000, timeLimitMs: 60_000 };
const documents = createDocuments(rules);
afterAll(() => documents.close());

const options = { maxTransfers: 10_000, acceptedVersions: ['03', '09'] } as const;
const readIn = (pool: typeof documents, document: string): Promise<Pain001Result> =>
  readPain001(pool, { bytes: Buffer.from(document), caller: '1', options });

describe('reading in a thread', { timeout: 60_000 }, () => {
  it('returns the message', async () => {
    const { faults, message } = await readIn(documents, document09);
    expect(faults).toEqual([]);
    expect(message?.blocks[0]?.transfers).toEqual([orderedPayment]);
  });

  it('returns faults of the document and of its XML', async () => {
    await expect(readIn(documents, changed09(['TRF', 'CHK']))).resolves.toMatchObject({
      faults: [{ code: 'enum' }],
    });
    await expect(readIn(documents, '<a>')).resolves.toMatchObject({
      faults: [{ at: [], code: 'malformed' }],
    });
  });

  it('that takes too long is a fault', async () => {
    const limited = createDocuments({ ...rules, timeLimitMs: 1 });
    const { faults } = await readIn(limited, withTransfers(5_000));
    await limited.close();
    expect(faults).toMatchObject([
      { at: [], code: 'malformed', message: expect.stringContaining('too long') },
    ]);
  });

  it('takes ten thousand transfers', async () => {
    const { faults, message } = await readIn(documents, withTransfers(10_000));
    expect(faults).toEqual([]);
    expect(message?.blocks[0]?.transfers).toHaveLength(10_000);
  });
});
