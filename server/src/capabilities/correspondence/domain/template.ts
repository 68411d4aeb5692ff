import type { MessageCategory, MessageKind } from './literals.ts';

/** What a template says in one language. */
export interface TemplateTexts {
  readonly title: string;
  readonly text: string;
  readonly html?: string;
  readonly short?: string;
}

/** The newest version of a template in the language that fits best. */
export interface Template {
  readonly templateId: string;
  readonly version: number;
  readonly locale: string;
  readonly messageKind: MessageKind;
  readonly messageCategory: MessageCategory;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly texts: TemplateTexts;
}

/** A template with the sources of its documents. */
export interface DocumentTemplate extends Template {
  readonly name: string;
  readonly pdf: string | undefined;
  readonly docx: Uint8Array | undefined;
}

/** The name under which what was made of this version may be kept. */
export function templateKey(bankId: string, { locale, templateId, version }: Template): string {
  return `${bankId}/${templateId}/${version}/${locale}`;
}
