/** A picture as we keep it: ours from the first byte to the last. */
export interface Picture {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/jpeg';
}

/** Port: whoever paints a given picture again. */
export interface PictureCraft {
  /**
   * Anew from its pixels; undefined for what is no picture we take. One at a time for each owner: throws
   * `too-many-requests` when the owner's own pictures are in the way, and `service-unavailable` when those of others are.
   */
  remake(bytes: Uint8Array, owner: string): Promise<Picture | undefined>;
  /** Takes nothing new, sends away who waits, lets what is under way end. */
  close(): Promise<void>;
}
