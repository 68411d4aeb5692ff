import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import type { PaymentFault } from '../../domain/payment-fault.ts';
import type { SinglePayment } from '../../domain/single-payment.ts';

/** Which documents are read. Cloneable: it goes to a thread. */
export interface Pain001Options {
  readonly maxTransfers: number;
  readonly acceptedVersions: readonly Pain001Version[];
  /** Of one transfer. Version 09 allows any number; products of SEPA allow one. */
  readonly serviceLevelsMax?: number;
}

/** Block of transfers from one account on one day (`PmtInf`). */
export interface Pain001Block {
  readonly paymentInformationId: string;
  readonly batchBooking?: boolean;
  readonly numberOfTransactions?: string;
  readonly controlSum?: string;
  /**
   * Each with the members of its block. Members that a product requires and the schema does not may be absent; the
   * country of an address without one is empty.
   */
  readonly transfers: readonly Partial<SinglePayment>[];
  /** Members of the transfers that the document has once for the block, although a transfer may have them too. */
  readonly blockMembers: readonly string[];
}

/** Customer credit transfer initiation. */
export interface Pain001Message {
  readonly version: Pain001Version;
  readonly messageId: string;
  readonly createdAt: string;
  readonly numberOfTransactions: string;
  readonly controlSum?: string;
  readonly blocks: readonly Pain001Block[];
}

/** Result of reading a document. */
export interface Pain001Result {
  /**
   * Absent if the document is not a pain.001 of an accepted version, or exceeds a limit. Beside faults it serves only to
   * find more of them by the rules of the product: texts that the document lacks are empty, texts with a fault are
   * there as sent.
   */
  readonly message?: Pain001Message;
  readonly faults: readonly PaymentFault[];
}
