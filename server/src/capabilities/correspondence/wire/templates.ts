import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { mediaTypes, type renderDocument } from '../contract/templates.ts';
import { isFileName } from '../domain/attachments.ts';
import type { RenderDocument, RenderedDocument } from '../operations/templates/render-document.ts';

export function toRenderDocument({ body }: RequestOf<typeof renderDocument>): RenderDocument {
  const fileName = body['file-name'];
  if (fileName !== undefined && !isFileName(fileName))
    throw standardProblems.invalid({
      fieldErrors: [{ part: 'body', path: ['file-name'], code: 'pattern', message: 'Invalid file name.' }],
    });
  return {
    templateId: body['template-id'],
    format: body.format,
    data: body['template-data'] ?? {},
    locale: body.locale,
    fileName,
  };
}

/** Returns the document itself to clients that accept its media type; JSON with the document otherwise. */
export function toRenderedResponse(
  { content, format, name }: RenderedDocument,
  { headers }: RequestOf<typeof renderDocument>,
): ResponseOf<typeof renderDocument> {
  const contentType = mediaTypes[format];
  const accepted = (headers.accept ?? '')
    .split(',')
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase());
  if (accepted.includes(contentType)) return { status: 200, file: { contentType, name, content } };
  return {
    status: 200,
    body: { 'content-type': contentType, name, content: Buffer.from(content).toString('base64') },
  };
}
