import type { TUnsafe } from 'typebox';
import { classMember } from '#platform/http/class-members.ts';
import { classifications } from '../domain/classifications.ts';

/** A member of a request with a value of a classification that the bank keeps. */
export function classValue(id: string, options?: { readonly ended: 'accepted' }): TUnsafe<string> {
  return classMember(classifications, id, options);
}
