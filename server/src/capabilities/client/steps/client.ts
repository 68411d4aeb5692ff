import type { Temporal } from 'temporal-polyfill';
import type { OwnUser } from '#capabilities/identity/index.ts';
import type { OwnProfile } from '#capabilities/party/index.ts';
import type { ChangeRequestKind, ChangeRequestState } from '../domain/change-request.ts';
import type { PendingActionKind, PendingActionState } from '../domain/pending-action.ts';
import type { Tutorial } from '../domain/tutorials.ts';
import type { OwnDevice } from './devices/own-devices.ts';
import type { ShownRestriction } from './restrictions/list-restrictions.ts';

/** Everything that a client sees of itself. SPEC 4.1 */
export interface Client {
  readonly bankId: string;
  readonly profile: OwnProfile;
  readonly user: OwnUser;
  readonly displayName: string;
  readonly timeZone: string;
  readonly language: string | undefined;
  readonly email: OwnContact | undefined;
  readonly mobilePhone: OwnContact | undefined;
  readonly pictureUrl: string | undefined;
  readonly devices: readonly OwnDevice[];
  readonly restrictions: readonly ShownRestriction[];
  readonly actions: readonly ShownAction[];
  readonly requests: readonly ShownRequest[];
  readonly tutorials: readonly ShownTutorial[];
}

export interface OwnContact {
  readonly value: string;
  readonly isVerified: boolean;
}

export interface ShownAction {
  readonly actionId: string;
  readonly kind: PendingActionKind;
  readonly dueDate: Temporal.PlainDate;
  readonly isMandatory: boolean;
  readonly state: PendingActionState;
}

export interface ShownRequest {
  readonly changeRequestId: string;
  readonly kind: ChangeRequestKind;
  readonly state: ChangeRequestState;
  readonly expiresAt: Temporal.Instant;
}

export interface ShownTutorial extends Tutorial {
  readonly isClaimed: boolean;
  readonly claimedAt: Temporal.Instant | undefined;
}
