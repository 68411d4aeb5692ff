import type { AttachmentHead } from './content.ts';

/** A file with the link by which one reader gets it for a short time. */
export interface LinkedAttachment extends AttachmentHead {
  readonly untilSeconds: number;
  /** Only we can make it; it names the file, the reader and the end. */
  readonly mark: string;
}
