/** Port: pictures the bank's content store keeps. */
export interface PictureSource {
  /**
   * Bytes at an address in the bank's content store; undefined for any other address, for nothing there, for too
   * much. Throws when the store does not answer: nobody should be told that their picture is bad because it is away.
   */
  read(bankId: string, url: string, bytesMax: number): Promise<Uint8Array | undefined>;
}

/** Where no store is connected there is nothing at any address. */
export const noPictureSource: PictureSource = { read: async () => undefined };
