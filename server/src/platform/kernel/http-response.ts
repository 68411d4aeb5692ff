export type ResponseHeaders = Readonly<Record<string, string>>;

/** A file in a response. The client displays or saves it and never runs it. */
export interface ResponseFile {
  readonly contentType: string;
  readonly name: string;
  readonly content: Uint8Array;
}

/** Bytes that are sent unchanged under the media type of their response. */
export interface ResponseDocument {
  readonly content: Uint8Array;
  /** Of a form. */
  readonly boundary?: string;
}

/** A response whose contract the type system no longer knows. */
export interface HttpResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly file?: ResponseFile;
  /** Present if the response is declared by media type. */
  readonly mediaType?: string;
  readonly document?: ResponseDocument;
  readonly headers?: ResponseHeaders;
}
