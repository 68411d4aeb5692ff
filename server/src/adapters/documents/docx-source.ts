import { templateNotValid } from './worker-protocol.ts';
import { readZip, type ZipEntry, type ZipLimits } from './zip-file.ts';

const docxLimits: ZipLimits = { entriesMax: 1_000, unpackedMaxBytes: 50_000_000, ratioMax: 100 };

/** Parts that hold programs or other programs' documents. */
const activePart = /vbaproject|vbadata|activex|embeddings\/|oleobject|\.bin$|afchunk|\.(?:html?|mht|rtf)$/i;

/** Fields that only number pages; all others look something up, and some start programs. */
const harmlessField = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)(?:\s|$)/;

/** Unpacks a docx template and refuses whatever could act or reach out by itself. */
export function readDocx(bytes: Uint8Array): readonly ZipEntry[] {
  const entries = readZip(bytes, docxLimits);
  if (!entries.some(({ name }) => name === 'word/document.xml'))
    throw templateNotValid('the file is not a docx');
  for (const entry of entries) assertInert(entry);
  return entries;
}

function assertInert({ name, content }: ZipEntry): void {
  if (activePart.test(name)) throw templateNotValid(`the docx holds an active part: ${name}`);
  if (!/\.(?:xml|rels)$/i.test(name)) return;
  const xml = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  // Other encodings would hide words from the lines below.
  if (xml.includes('\u0000') || /<\?xml[^>]*encoding=["'](?!utf-8)/i.test(xml))
    throw templateNotValid(`the docx is not written in UTF-8: ${name}`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw templateNotValid(`the docx declares entities: ${name}`);
  if (/TargetMode\s*=\s*["']\s*External/i.test(xml))
    throw templateNotValid('the docx has a relation to the outside');
  if (/macroEnabled|oleObject|altChunk|attachedTemplate/i.test(xml))
    throw templateNotValid(`the docx holds an active part: ${name}`);
  assertHarmlessFields(xml);
}

function assertHarmlessFields(xml: string): void {
  const written = xml.matchAll(/<w:instrText[^>]*>([^<]*)</g);
  const simple = xml.matchAll(/w:instr\s*=\s*["']([^"']*)/g);
  for (const [, field = ''] of [...written, ...simple])
    if (!harmlessField.test(field)) throw templateNotValid(`the docx has a field: ${field.trim()}`);
}
