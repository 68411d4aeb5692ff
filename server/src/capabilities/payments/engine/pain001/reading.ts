import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import type { Element } from '#platform/xml/xml-tree.ts';
import type { SinglePayment } from '../../domain/single-payment.ts';
import type { FaultList, Place } from './fault-list.ts';
import type { Pain001Block, Pain001Options } from './pain001-message.ts';

/** A transfer of a block that is not complete. */
export interface TransferInBlock {
  readonly members: Partial<SinglePayment>;
  /** Elements that the block may have instead. */
  readonly levels: readonly string[];
}

/** What has been read of a document. */
export interface Reading {
  readonly options: Pain001Options;
  readonly faults: FaultList;
  /** Of the first element that was read. */
  version?: Pain001Version;
  /** The first element of another namespace. */
  foreign?: Place;
  header?: Element;
  readonly blocks: Pain001Block[];
  /** Of the block that is being read. */
  transfers: TransferInBlock[];
  /** Of all transfers. */
  readonly amounts: string[];
}
