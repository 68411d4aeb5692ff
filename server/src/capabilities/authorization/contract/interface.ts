import Type from 'typebox';
import { channel } from '#dialects/channel/channel.ts';
import type { Interface } from '#platform/http/contract.ts';

/** SPEC 002: second factors, and who has signed and may sign. */
export const authorization: Interface = {
  name: 'authorization',
  title: 'Authorization',
  basePath: '/v1/authorization',
  dialect: channel,
  duringMaintenance: 'closed',
};

export const done = { 204: { description: 'Right.' } } as const;

/** One of the words of a list. */
export function wordOf<const Word extends string>(words: readonly Word[]): Type.TUnsafe<Word> {
  return Type.Unsafe<Word>(Type.Enum([...words]));
}

/** A user id or a username. */
export const userName = Type.String({ minLength: 1, maxLength: 64 });

/** An id that somebody brings back; one that we never gave is unknown, not malformed. */
export const handle = Type.String({ minLength: 1, maxLength: 64 });
