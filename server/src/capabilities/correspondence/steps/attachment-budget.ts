import { createConcurrencyLimit } from '#platform/work/concurrency-limit.ts';
import { attachmentsTotalMaxBytes } from '../domain/policy.ts';
import { problems } from '../problems.ts';

/** How many bytes of files may be read for a message or a batch. A file that is rejected uses it too. */
export interface AttachmentBudget {
  /** Reads one file at a time. Throws once the files are too large together, and reads no more. */
  take<File extends Uint8Array | undefined>(read: () => Promise<File>): Promise<File>;
  isExceeded(): boolean;
}

/** Creates a budget of `attachments-total-max`; the files of a message of a batch use the one of the batch too. */
export function createAttachmentBudget(batch?: AttachmentBudget): AttachmentBudget {
  const turns = createConcurrencyLimit({ runningMax: 1, waitingMax: Number.POSITIVE_INFINITY });
  let leftBytes = attachmentsTotalMaxBytes;
  const requireLeft = (): void => {
    if (leftBytes < 0) throw problems['attachment-rejected']();
  };
  return {
    take: (read) =>
      turns.run('attachments', async () => {
        requireLeft();
        const file = await (batch === undefined ? read() : batch.take(read));
        leftBytes -= file?.length ?? 0;
        requireLeft();
        return file;
      }),
    isExceeded: () => leftBytes < 0,
  };
}
