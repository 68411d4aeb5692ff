import Type from 'typebox';
import { attachmentContentTypes, bodyContentTypes } from '../domain/literals.ts';
import { wordOf } from './interface.ts';

const { Optional } = Type;

/** SPEC 000: a file beside a message. What it holds is told by a link only, and for a short time. */
export const attachmentOut = Type.Object({
  'content-type': Type.String(),
  name: Type.String(),
  'content-url': Type.String(),
});

/** SPEC 000: message object, as it is told. Shaping may leave out every member. */
export const messageOut = Type.Object({
  title: Optional(Type.String()),
  body: Optional(
    Type.Object({
      'content-type': Optional(wordOf(bodyContentTypes)),
      content: Optional(Type.String()),
    }),
  ),
  attachments: Optional(Type.Array(Type.Partial(attachmentOut))),
});

const attachmentParams = Type.Object({ 'attachment-id': Type.String({ format: 'uuid' }) });

/** The link as it was given out: until when it holds, and the mark that nobody else can make. */
const attachmentLink = Type.Object({
  until: Type.Integer({ minimum: 0 }),
  mark: Type.String({ minLength: 1, maxLength: 64 }),
});

/** Where a link to an attachment leads. */
export const attachmentRequest = { params: attachmentParams, query: attachmentLink } as const;

export const attachmentFile = {
  200: { description: 'The file itself.', files: attachmentContentTypes },
} as const;
