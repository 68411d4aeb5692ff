import Type from 'typebox';
import { named } from '#platform/http/named-schema.ts';
import { attachmentContentTypes, bodyContentTypes } from '../domain/literals.ts';
import { enumOf } from './interface.ts';

const { Optional } = Type;

/** SPEC 000: an attachment of a message. Its bytes are available only through a link that expires soon. */
export const attachmentOut = Type.Object({
  'content-type': Type.String(),
  name: Type.String(),
  'content-url': Type.String(),
});

/** SPEC 000: message object in responses. Shaping may omit every member. */
export const messageOut = named(
  'Message',
  'The text of a message with its attachments.',
  Type.Object({
    title: Optional(Type.String()),
    body: Optional(
      Type.Object({
        'content-type': Optional(enumOf(bodyContentTypes)),
        content: Optional(Type.String()),
      }),
    ),
    attachments: Optional(Type.Array(Type.Partial(attachmentOut))),
  }),
);

const attachmentParams = Type.Object({ 'attachment-id': Type.String({ format: 'uuid' }) });

/** The issued link: its expiry and a signature that only Portico can create. */
const attachmentLink = Type.Object({
  until: Type.Integer({ minimum: 0 }),
  mark: Type.String({ minLength: 1, maxLength: 64 }),
});

/** Path of a link to an attachment. */
export const attachmentRequest = { params: attachmentParams, query: attachmentLink } as const;

export const attachmentFile = {
  200: { description: 'The file content.', files: attachmentContentTypes },
} as const;
