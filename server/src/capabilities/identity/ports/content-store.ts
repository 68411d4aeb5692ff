/** Port: pictures in the bank's content store. */
export interface PictureSource {
  /**
   * Returns the bytes at an address in the bank's content store; undefined for any other address, a missing file, or a
   * file that is too large. Throws when the store does not respond: an outage must not be reported as a bad picture.
   */
  read(bankId: string, url: string, bytesMax: number): Promise<Uint8Array | undefined>;
}

/** Used where no content store is configured: no address has a file. */
export const noPictureSource: PictureSource = { read: async () => undefined };
