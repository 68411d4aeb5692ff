/** A picture as we keep it: ours from the first byte to the last. */
export interface Picture {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/jpeg';
}

/** Port: whoever paints a given picture again. */
export interface PictureCraft {
  /** Anew from its pixels; undefined for what is no picture we take. Throws when too many wait already. */
  remake(bytes: Uint8Array): Promise<Picture | undefined>;
  /** Takes nothing new, sends away who waits, lets what is under way end. */
  close(): Promise<void>;
}
