import { callerId } from '#platform/auth/caller.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  availableClientPerDay,
  availablePerDay,
  availablePerMinute,
  signupClientPerDay,
} from '../domain/policy.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { personNetwork } from './person-address.ts';
import { takeClientQuota } from './take-client-quota.ts';
import { type QuotaAsked, takeQuota } from './take-quota.ts';

const day = 86_400;

/** Counts a question whether a name is taken: by the person where one is known, and by the client. */
export async function takeNameQuota(
  ctx: Context & IdentityPorts,
  work: Work,
  { personAddress }: { readonly personAddress: string | undefined },
): Promise<void> {
  const { caller } = ctx;
  const network = personNetwork(ctx, personAddress);
  const person = caller.kind === 'customer' ? caller.userId : network && ofClient(ctx, network);
  const client = 'clientId' in caller ? caller.clientId : callerId(caller);
  await takeQuota(ctx, work, [
    ...(person === undefined ? [] : [sessionQuota(person)]),
    { scope: 'available-client', key: client, limits: [{ count: availableClientPerDay, seconds: day }] },
  ]);
}

/**
 * Counts a sign-up, which tells as well whether a name is taken, but only to the owner of a proven number. It is counted by
 * the person's network, or by the number where no address is passed on, and by a count of the client's own: questions
 * about names cannot use up what people need to sign up.
 */
export async function takeSignupQuota(
  ctx: Context & IdentityPorts,
  work: Work,
  { personAddress, phone }: { readonly personAddress: string | undefined; readonly phone: string },
): Promise<void> {
  const network = personNetwork(ctx, personAddress);
  await takeQuota(ctx, work, [sessionQuota(ofClient(ctx, network ?? phone))]);
  await takeClientQuota(ctx, work, {
    scope: 'signup-client',
    perDay: signupClientPerDay,
    isPersonKnown: network !== undefined,
  });
}

function ofClient({ caller }: Context, person: string): string {
  return `${callerId(caller)} ${person}`;
}

function sessionQuota(key: string): QuotaAsked {
  return {
    scope: 'available-session',
    key,
    limits: [
      { count: availablePerMinute, seconds: 60 },
      { count: availablePerDay, seconds: day },
    ],
  };
}
