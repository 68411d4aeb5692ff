/** A JSON value, as template data is given. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Texts of a message, each a Liquid template; html is escaped, the others are plain. */
export interface TextSources {
  readonly title: string;
  readonly text: string;
  readonly html?: string;
  /** The short form for SMS and push. */
  readonly short?: string;
}

export interface Texts {
  readonly title: string;
  readonly text: string;
  readonly html?: string;
  readonly short?: string;
}

/** What is to be made, of which template, with which data. */
export interface RenderJob<Source> {
  /** Names one version of one template in one language; what was compiled is kept under it. */
  readonly key: string;
  /** JSON Schema 2020-12 of the data; judged before anything is rendered. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly source: Source;
  readonly data: Json;
  /** BCP 47; dates and amounts are written in it. */
  readonly locale: string;
}

/**
 * `data-not-valid`: the data does not fit the schema; `faults` are JSON pointers with what is wrong there.
 * `template-not-valid`: the template itself cannot be used; `reason` is for its author.
 * `over-limit`: it took too long, grew too large or looped too often.
 * `busy`: too much is waiting; nothing was begun.
 */
export type RenderResult<Product> =
  | { readonly kind: 'done'; readonly product: Product }
  | {
      readonly kind: 'data-not-valid';
      readonly faults: readonly { readonly path: string; readonly rule: string }[];
    }
  | { readonly kind: 'template-not-valid'; readonly reason: string }
  | { readonly kind: 'over-limit'; readonly limit: 'time' | 'size' | 'loops' }
  | { readonly kind: 'busy' };

/**
 * Makes texts and documents off the event loop, without network, files or secrets. The same job gives the same bytes.
 */
export interface DocumentRenderer {
  texts(job: RenderJob<TextSources>): Promise<RenderResult<Texts>>;
  /**
   * The source is Typst and imports the module of the house, `/portico.typ`, for its data, amounts and days. The
   * product is a tagged PDF: PDF/A-2a and PDF/UA-1.
   */
  pdf(job: RenderJob<string>): Promise<RenderResult<Uint8Array>>;
  /** The source is a docx file with tags of the house's small grammar. */
  docx(job: RenderJob<Uint8Array>): Promise<RenderResult<Uint8Array>>;
  close(): Promise<void>;
}
