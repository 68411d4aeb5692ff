/** A re-encoded picture: no byte of the uploaded file is stored. */
export interface Picture {
  readonly bytes: Buffer;
  readonly contentType: 'image/png' | 'image/jpeg';
}

/** Port: re-encodes pictures. */
export interface PictureEncoder {
  /**
   * Re-encodes a picture from its pixels; undefined for an unsupported or malformed file. Processes one picture per
   * owner at a time: throws `too-many-requests` when the owner's own pictures are queued, and `service-unavailable`
   * when those of others are.
   */
  reencode(bytes: Uint8Array, owner: string): Promise<Picture | undefined>;
  /** Stops accepting pictures, rejects queued ones, and waits for those in progress. */
  close(): Promise<void>;
}
