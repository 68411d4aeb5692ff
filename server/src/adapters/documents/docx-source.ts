import { templateNotValid } from './worker-protocol.ts';
import { readZip, type ZipEntry, type ZipLimits } from './zip-file.ts';

const docxLimits: ZipLimits = { entriesMax: 1_000, unpackedMaxBytes: 50_000_000, ratioMax: 100 };

/** Parts with programs or embedded documents. */
const activePart = /vbaproject|vbadata|activex|embeddings\/|oleobject|\.bin$|afchunk|\.(?:html?|mht|rtf)$/i;

/** Permitted fields: page numbers. All others look something up, and some start programs. */
const harmlessField = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)(?:\s|$)/;

/** Unpacks a docx template and rejects active content and external references. */
export function readDocx(bytes: Uint8Array): readonly ZipEntry[] {
  const entries = readZip(bytes, docxLimits);
  if (!entries.some(({ name }) => name === 'word/document.xml'))
    throw templateNotValid('the file is not a docx');
  for (const entry of entries) assertInert(entry);
  return entries;
}

function assertInert({ name, content }: ZipEntry): void {
  if (activePart.test(name)) throw templateNotValid(`the docx contains an active part: ${name}`);
  if (!/\.(?:xml|rels)$/i.test(name)) return;
  const xml = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  // Other encodings would hide text from the checks below.
  if (xml.includes('\u0000') || /<\?xml[^>]*encoding=["'](?!utf-8)/i.test(xml))
    throw templateNotValid(`the docx is not encoded in UTF-8: ${name}`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw templateNotValid(`the docx declares entities: ${name}`);
  if (/TargetMode\s*=\s*["']\s*External/i.test(xml))
    throw templateNotValid('the docx has an external relationship');
  if (/macroEnabled|oleObject|altChunk|attachedTemplate/i.test(xml))
    throw templateNotValid(`the docx contains an active part: ${name}`);
  assertHarmlessFields(xml);
}

function assertHarmlessFields(xml: string): void {
  const written = xml.matchAll(/<w:instrText[^>]*>([^<]*)</g);
  const simple = xml.matchAll(/w:instr\s*=\s*["']([^"']*)/g);
  for (const [, field = ''] of [...written, ...simple])
    if (!harmlessField.test(field))
      throw templateNotValid(`the docx contains a forbidden field: ${field.trim()}`);
}
