import type { AttachmentHead } from './content.ts';

/** An attachment with a link that lets one reader download it for a short time. */
export interface LinkedAttachment extends AttachmentHead {
  readonly untilSeconds: number;
  /** Signature over the file, the reader and the expiry; only Portico can create it. */
  readonly mark: string;
}
