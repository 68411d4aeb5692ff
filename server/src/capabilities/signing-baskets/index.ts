import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { basketsEndings } from './domain/endings.ts';
import { events } from './events.ts';
import { cleanUpBaskets } from './operations/clean-up-baskets.ts';
import { expireBaskets } from './operations/expire-baskets.ts';
import type { BasketsPorts } from './ports/baskets-ports.ts';
import { problems } from './problems.ts';
import { basketsRoutes } from './routes.ts';

export { replayBasketEndings } from './operations/replay-basket-endings.ts';
export type { BasketsChoices, BasketsPorts } from './ports/baskets-ports.ts';
export { createBasketSubjects } from './steps/basket-subjects.ts';
export type { MemberSubjects } from './steps/describe-members.ts';
export { guardMembers } from './steps/guard-members.ts';

/** Payments and consents of third parties that a customer approves together. */
export const signingBasketsCapability = defineCapability<BasketsPorts>({
  name: 'signing-baskets',
  routes: basketsRoutes,
  events,
  problems,
  paths: [['/v1/signing-baskets', xs2a]],
  jobs: [
    { name: 'expire-signing-baskets', cron: '* * * * *', needs: 'ports', run: expireBaskets },
    { name: 'clean-up-signing-baskets', cron: '47 2 * * *', needs: 'context', run: cleanUpBaskets },
  ],
  endings: basketsEndings,
});
