/** Port: files the bank keeps elsewhere. */
export interface ContentStore {
  /** Undefined when there is no such file. */
  read(bankId: string, url: string): Promise<Buffer | undefined>;
}

/** Where no store is connected there is no such file. */
export const noContentStore: ContentStore = { read: async () => undefined };
