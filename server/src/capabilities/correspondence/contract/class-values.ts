import { classMember } from '#platform/http/class-members.ts';
import { classifications } from '../domain/classifications.ts';

/** The category of a message, which the bank keeps. */
export const messageCategory = classMember(classifications, 'message-categories');

/** A category of stored messages, which may have ended. */
export const shownCategory = classMember(classifications, 'message-categories', { ended: 'accepted' });
