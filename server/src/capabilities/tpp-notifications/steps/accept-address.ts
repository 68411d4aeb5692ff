import type { Context } from '#platform/work/context.ts';
import { contentsFor, type NotificationContent } from '../domain/contents.ts';
import type { TppNotificationsPorts } from '../ports/tpp-notifications-ports.ts';
import { isOwnAddress } from './own-address.ts';

/** What a third party says about messages when it creates a resource, or starts an authorisation of it. */
export interface NotificationRequest {
  readonly address: string | undefined;
  /** As the header has it; undefined: it does not say. */
  readonly preferredContents: string | undefined;
}

/** Whether the third party gets messages about a resource. */
export type AcceptedNotifications =
  /** It did not ask, or the bank sends none at all. */
  | { readonly kind: 'none' }
  /** The address is not its own, or the bank sends nothing of what it prefers. */
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'accepted';
      readonly address: string;
      readonly contents: readonly NotificationContent[];
    };

/** Returns the member by which a resource remembers that there is an address. */
export function notifiedMember({ kind }: AcceptedNotifications): { readonly hasNotifications?: true } {
  return kind === 'accepted' ? { hasNotifications: true } : {};
}

/**
 * Decides about the address that a third party names. An address that is not its own is no reason to refuse the resource, or
 * the authorisation. SPEC xs2a 7.3, 7.6
 */
export function acceptNotifications(
  { bankId, caller, notificationChoices }: Context & Pick<TppNotificationsPorts, 'notificationChoices'>,
  { address, preferredContents }: NotificationRequest,
): AcceptedNotifications {
  const { contents: offered } = notificationChoices.of(bankId);
  if (address === undefined || offered.length === 0) return { kind: 'none' };
  const contents = contentsFor(preferredContents, offered);
  const domains = caller.kind === 'tpp' ? caller.domains : [];
  if (contents === undefined || !isOwnAddress(address, domains)) return { kind: 'refused' };
  return { kind: 'accepted', address, contents };
}
