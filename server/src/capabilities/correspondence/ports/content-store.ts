/** Port: files in the bank's own store. */
export interface ContentStore {
  /** Undefined if the file does not exist. */
  read(bankId: string, url: string): Promise<Buffer | undefined>;
}

/** Default without a store: no file exists. */
export const noContentStore: ContentStore = { read: async () => undefined };
