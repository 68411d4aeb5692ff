import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import type { Interface } from '#platform/http/contract.ts';

/** SPEC 000: messages to customers, documents made of templates, the mailbox, and what customers want to hear of. */
export const correspondence: Interface = {
  name: 'correspondence',
  title: 'Correspondence',
  basePath: '/v1/correspondence',
  dialect: channel,
  duringMaintenance: 'closed',
};

export const done = { 204: { description: 'Done.' } } as const;

/** SPEC 000: created-resource result; `uri` is the path of the `Location` header. */
export const createdResult = Type.Object({ id: Type.String(), uri: Type.String() });

/** One of the words of a list. */
export function wordOf<const Word extends string>(words: readonly Word[]): Type.TUnsafe<Word> {
  return Type.Unsafe<Word>(Type.Enum([...words]));
}

/** Page, size and direction, as every list of this interface takes them. */
export const pageMembers = {
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  'page-size': Type.Optional(Type.Integer({ minimum: 1 })),
  'sort-order': Type.Optional(wordOf(['asc', 'desc'])),
} as const;

/** What a list says about itself beside its items. */
export const pageMetadataMembers = {
  page: Type.Integer(),
  'page-size': Type.Integer(),
  'total-count': Type.Integer(),
  'total-pages': Type.Integer(),
  'total-count-is-estimate': Type.Boolean(),
  'sort-by': Type.String(),
  'sort-order': Type.String(),
} as const;
