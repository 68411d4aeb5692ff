import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import type { Interface } from '#platform/http/contract.ts';
import { pageDefault, sortOrderDefault } from '#platform/kernel/paging.ts';
import { pageSizeDefault } from '../domain/policy.ts';

/** SPEC 000: messages to customers, documents rendered from templates, the mailbox and notification preferences. */
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
