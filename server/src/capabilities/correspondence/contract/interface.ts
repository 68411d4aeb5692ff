import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import { channelParameters } from '#dialects/channel/parameter-texts.ts';
import type { Interface } from '#platform/http/contract.ts';
import { named } from '#platform/http/named-schema.ts';
import { pageDefault, sortOrderDefault } from '#platform/kernel/paging.ts';
import { pageSizeDefault } from '../domain/policy.ts';

/** SPEC 000: messages to customers, documents rendered from templates, the mailbox and notification preferences. */
export const correspondence: Interface = {
  name: 'correspondence',
  title: 'Correspondence',
  basePath: '/v1/correspondence',
  dialect: channel,
  parameters: {
    ...channelParameters,
    accept: 'Media type of the document.',
    'attachment-id': 'Id of the attachment, from its link.',
    'batch-id': 'Id of the batch, chosen by the sender.',
    categories: 'Only messages of these categories.',
    'communication-id': 'Id of the communication, from the response that accepted it.',
    'contact-medium': 'Only messages for this medium.',
    'from-time': 'Only messages that were received at this time or later.',
    mark: 'Signature of the link.',
    'message-id': 'Id of the message, from the mailbox.',
    statuses: 'Only messages with one of these statuses.',
    'to-time': 'Only messages that were received before this time.',
    until: 'When the link expires, in seconds since 1970.',
  },
  duringMaintenance: 'closed',
};

export const done = { 204: { description: 'Done.' } } as const;

/** SPEC 000: created-resource result; `uri` is the path of the `Location` header. */
export const createdResult = named(
  'Created',
  'What was created.',
  Type.Object({ id: Type.String(), uri: Type.String() }),
  { id: 'Its id.', uri: 'Its address.' },
);

/** One of the literals of a list. */
export function enumOf<const Word extends string>(
  literals: readonly Word[],
  options: { readonly default?: NoInfer<Word> } = {},
): Type.TUnsafe<Word> {
  return Type.Unsafe<Word>(Type.Enum([...literals], options));
}

/** Page, size and direction: query parameters of every list of this interface. */
export const pageMembers = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: pageDefault })),
  'page-size': Type.Optional(Type.Integer({ minimum: 1, default: pageSizeDefault })),
  'sort-order': Type.Optional(enumOf(['asc', 'desc'], { default: sortOrderDefault })),
} as const;

/** Page metadata of a list. */
export const pageMetadataMembers = {
  page: Type.Integer(),
  'page-size': Type.Integer(),
  'total-count': Type.Integer(),
  'total-pages': Type.Integer(),
  'total-count-is-estimate': Type.Boolean(),
  'sort-by': Type.String(),
  'sort-order': Type.String(),
} as const;
