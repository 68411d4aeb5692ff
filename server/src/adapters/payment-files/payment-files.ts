import type { PaymentFiles } from '#capabilities/authorization/index.ts';
import { documentReader } from '#platform/documents/document-reader.ts';
import type { Documents } from '#platform/documents/documents.ts';
import type { read } from './orders-reader.ts';

/** `payload-max`: limit of a signed payload. */
const paymentFileMaxBytes = 1_000_000;

const reader = documentReader<typeof read>(new URL('./orders-reader.ts', import.meta.url));

/** Reads pain.001.001.03 and pain.001.001.09 in threads. Any other or ambiguous file has no orders. */
export function createPaymentFiles(documents: Documents): PaymentFiles {
  return {
    async ordersIn(xml, owner) {
      const bytes = Buffer.from(xml);
      if (bytes.length > paymentFileMaxBytes) return undefined;
      const outcome = await documents.read(reader, { bytes, caller: owner, options: undefined });
      return outcome.kind === 'read' ? outcome.result : undefined;
    },
  };
}
