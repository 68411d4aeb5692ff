import { afterAll, describe, expect, it } from 'vitest';
import type { read as count } from './counting-reader.suite.ts';
import { documentReader } from './document-reader.ts';
import { createDocuments, documentRulesDefault } from './documents.ts';
import type { read as fail } from './faulty-reader.suite.ts';

const counting = documentReader<typeof count>(new URL('./counting-reader.suite.ts', import.meta.url));
const faulty = documentReader<typeof fail>(new URL('./faulty-reader.suite.ts', import.meta.url));
const patient = { ...documentRulesDefault, waitMaxMs: 60_000, timeLimitMs: 60_000 };
const documents = createDocuments(patient);
afterAll(() => documents.close());

const options = { path: 'a/b' };
const document = (count: number): Buffer => Buffer.from(`<a>${'<b/>'.repeat(count)}</a>`);

describe('a document', { timeout: 60_000 }, () => {
  it('is read in a thread, and its bytes stay with the caller', async () => {
    const bytes = document(3);
    await expect(documents.read(counting, { bytes, caller: '1', options })).resolves.toEqual({
      kind: 'read',
      result: { count: 3 },
    });
    expect(bytes.toString()).toBe('<a><b/><b/><b/></a>');
  });

  it('that is hostile is refused with a reason and a line, and its thread continues', async () => {
    const bytes = Buffer.from('<a>\n<!DOCTYPE a></a>');
    await expect(documents.read(counting, { bytes, caller: '1', options })).resolves.toEqual({
      kind: 'refused',
      reason: 'not-well-formed',
      line: 2,
    });
    await expect(
      documents.read(counting, { bytes: document(1), caller: '1', options }),
    ).resolves.toMatchObject({
      kind: 'read',
    });
  });

  it('that takes too long or too much memory is refused, and the next one gets another thread', async () => {
    await using limited = disposable({ ...patient, timeLimitMs: 300, memoryMaxMb: 32, runningMax: 1 });
    const bytes = document(1);
    await expect(
      limited.read(faulty, { bytes, caller: '1', options: { fault: 'loop' } }),
    ).resolves.toMatchObject({
      reason: 'time',
    });
    await using small = disposable({ ...patient, memoryMaxMb: 32 });
    await expect(
      small.read(faulty, { bytes, caller: '1', options: { fault: 'memory' } }),
    ).resolves.toMatchObject({
      reason: 'memory',
    });
    await expect(small.read(counting, { bytes, caller: '1', options })).resolves.toMatchObject({
      kind: 'read',
    });
  });

  it('whose reader has a defect is an internal error, and the next one is read', async () => {
    const bytes = document(1);
    const failed = documents.read(faulty, { bytes, caller: '1', options: { fault: 'error' } });
    await expect(failed).rejects.toThrow('document reader failed');
    await expect(documents.read(counting, { bytes, caller: '1', options })).resolves.toMatchObject({
      kind: 'read',
    });
  });

  it('beyond the queue is refused with a time to come back', async () => {
    await using busy = disposable({ ...patient, runningMax: 1, waitingMax: 1, timeLimitMs: 2_000 });
    const bytes = document(1);
    const running = busy.read(faulty, { bytes, caller: '1', options: { fault: 'loop' } });
    const waiting = busy.read(counting, { bytes, caller: '2', options });
    await expect(busy.read(counting, { bytes, caller: '3', options })).rejects.toMatchObject({
      literal: 'service-unavailable',
      more: { retryAfterSeconds: 1 },
    });
    await expect(running).resolves.toMatchObject({ reason: 'time' });
    await expect(waiting).resolves.toMatchObject({ kind: 'read' });
  });
});

function disposable(
  rules: typeof documentRulesDefault,
): ReturnType<typeof createDocuments> & AsyncDisposable {
  const pool = createDocuments(rules);
  return { ...pool, [Symbol.asyncDispose]: () => pool.close() };
}
