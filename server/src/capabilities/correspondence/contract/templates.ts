import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { anyRight, callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { documentFormats } from '../domain/literals.ts';
import { problems } from '../problems.ts';
import { templateData, templateId } from './initiation.ts';
import { correspondence, enumOf } from './interface.ts';

const { Optional } = Type;

/** SPEC 000 names the formats; these are their media types. */
export const mediaTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export const renderDocument = contract({
  operationId: 'Correspondence_Templates_Render',
  interface: correspondence,
  method: 'POST',
  path: '/v1/correspondence/templates/render',
  summary: 'Render a document from a template',
  description:
    'Fills a template with data and returns the document in the media type of `Accept`. It sends nothing.',
  access: callers({
    application: { scope: 'correspondence.render' },
    employee: { role: anyRight },
  }),
  request: {
    // The response body is the document itself if the client accepts its media type and not JSON.
    headers: Type.Object({ accept: Optional(Type.String()) }),
    body: Type.Object(
      {
        'template-id': templateId,
        format: enumOf(documentFormats),
        'template-data': Optional(templateData),
        locale: Optional(Type.String({ format: 'language' })),
        'file-name': Optional(Type.String({ minLength: 1, maxLength: 100 })),
      },
      closed,
    ),
  },
  responses: {
    200: {
      description: 'The document, base64 in JSON or as raw bytes.',
      body: Type.Object({ 'content-type': Type.String(), name: Type.String(), content: Type.String() }),
      files: Object.values(mediaTypes),
    },
  },
  problems: [problems['template-not-found'], problems['template-data-not-valid']],
  idempotency: 'none',
  rate: 'change',
  bodySize: 'large',
  source: 'S000',
});
