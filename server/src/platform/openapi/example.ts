/** One request to the server and its response, as they were; ids and secrets are replaced. */
export interface Example {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Media type of the body. */
    readonly contentType?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

/** Examples by operation. */
export type Examples = Readonly<Record<string, readonly Example[]>>;
