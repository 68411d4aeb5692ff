export type ResponseHeaders = Readonly<Record<string, string>>;

/** A file in a response. The client displays or saves it and never runs it. */
export interface ResponseFile {
  readonly contentType: string;
  readonly name: string;
  readonly content: Uint8Array;
}

/** A response whose contract the type system no longer knows. */
export interface HttpResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly file?: ResponseFile;
  readonly headers?: ResponseHeaders;
}
