import type { PaymentFiles } from '#capabilities/authorization/index.ts';
import { XmlError } from '#platform/xml/xml-error.ts';
import { readXml } from '#platform/xml/xml-tree.ts';
import { InvalidFile } from './element-search.ts';
import { ordersOf } from './pain001.ts';

/** `payload-max`: limit of a signed payload. */
export const paymentFileMaxBytes = 1_000_000;

/** Reads pain.001.001.03 and pain.001.001.09. Any other or ambiguous file has no orders. */
export const paymentFiles: PaymentFiles = {
  ordersIn(xml) {
    const bytes = Buffer.from(xml);
    if (bytes.length > paymentFileMaxBytes) return undefined;
    try {
      return ordersOf(readXml(bytes));
    } catch (error) {
      if (error instanceof XmlError || error instanceof InvalidFile) return undefined;
      throw error;
    }
  },
};
