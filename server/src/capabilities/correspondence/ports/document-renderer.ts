/** A JSON value of template data. */
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

/** A template with its data and output. */
export interface RenderJob<Source> {
  /** Identifies one version of one template in one language; cache key of what was compiled. */
  readonly key: string;
  /** JSON Schema 2020-12 of the data; validated before rendering. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly source: Source;
  readonly data: Json;
  /** BCP 47; locale of dates and amounts. */
  readonly locale: string;
}

/**
 * `data-not-valid`: the data does not match the schema; `errors` are JSON pointers with the violated rule.
 * `template-not-valid`: the template cannot be used; `reason` is for its author.
 * `over-limit`: rendering took too long, grew too large or looped too often.
 * `busy`: the queue is full; nothing was started.
 */
export type RenderResult<Product> =
  | { readonly kind: 'done'; readonly product: Product }
  | {
      readonly kind: 'data-not-valid';
      readonly errors: readonly { readonly path: string; readonly rule: string }[];
    }
  | { readonly kind: 'template-not-valid'; readonly reason: string }
  | { readonly kind: 'over-limit'; readonly limit: 'time' | 'size' | 'loops' }
  | { readonly kind: 'busy' };

/**
 * Renders texts and documents off the event loop, without network, files or secrets. The same job gives the same bytes.
 */
export interface DocumentRenderer {
  texts(job: RenderJob<TextSources>): Promise<RenderResult<Texts>>;
  /**
   * The source is Typst and imports Portico's module `/portico.typ` for data, amounts and dates. The result is a tagged
   * PDF: PDF/A-2a and PDF/UA-1.
   */
  pdf(job: RenderJob<string>): Promise<RenderResult<Uint8Array>>;
  /** The source is a docx file with Portico's template tags. */
  docx(job: RenderJob<Uint8Array>): Promise<RenderResult<Uint8Array>>;
  close(): Promise<void>;
}
