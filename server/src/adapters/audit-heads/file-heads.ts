import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '#platform/kernel/missing-file.ts';
import type { AuditHead, AuditHeads } from '#platform/work/audit-heads.ts';

const acceptedFile = 'accepted.jsonl';

/**
 * Stores audit heads as files in a folder, one per bank, replaced atomically: after a crash a file has the old head or
 * the new one. Heads that operators accepted are appended to a separate file and never removed.
 */
export function createFileHeads(folder: string): AuditHeads {
  // Two workers may store their heads in one folder.
  const own = randomUUID();
  const save = async (bankId: string, { entryNo, hash }: AuditHead): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${bankId}.json`);
    const next = `${path}.${own}.next`;
    await writeToDisk(next, 'w', `${JSON.stringify({ entryNo: String(entryNo), hash })}\n`);
    await rename(next, path);
    // Syncs the directory too, so that the name is on disk.
    await using directory = await open(folder, 'r');
    await directory.sync();
  };
  return {
    async find(bankId) {
      const text = await readFile(join(folder, `${bankId}.json`), 'utf8').catch(ifMissing);
      return text === undefined ? undefined : headIn(text);
    },
    save,
    async accept({ after, before, ...accepted }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const line = JSON.stringify({ ...accepted, before: serialized(before), after: serialized(after) });
      await writeToDisk(join(folder, acceptedFile), 'a', `\n${line}\n`);
      await save(accepted.bankId, after);
    },
  };
}

async function writeToDisk(path: string, mode: 'a' | 'w', text: string): Promise<void> {
  await using file = await open(path, mode, 0o600);
  await file.writeFile(text);
  await file.sync();
}

function serialized(head: AuditHead | undefined): { readonly entryNo: string; readonly hash: string } | null {
  return head === undefined ? null : { entryNo: String(head.entryNo), hash: head.hash };
}

function headIn(text: string): AuditHead {
  const read: unknown = JSON.parse(text);
  const { entryNo, hash } = { entryNo: '', hash: '', ...(typeof read === 'object' ? read : {}) };
  if (!/^\d+$/.test(entryNo) || !/^[0-9a-f]{64}$/.test(hash))
    throw new Error('stored audit head is not readable');
  return { entryNo: BigInt(entryNo), hash };
}
