import { requireTokenFor } from '#platform/auth/third-party-token.ts';
import type { Context } from '#platform/work/context.ts';
import type { SubjectKind, SubjectRef } from '../domain/subject.ts';

/** SPEC xs2a 7.4: the service in the scope of a token, by the kind of its resource. Baskets have none. */
const services: Readonly<Record<SubjectKind, string>> = {
  payment: 'PIS',
  'payment-cancellation': 'PIS',
  consent: 'AIS',
  'funds-confirmation-consent': 'PIIS',
  'signing-basket': '',
};

/** Throws if the token of the third party stands for another resource. */
export function requireTokenOf({ caller }: Context, { id, kind }: SubjectRef): void {
  requireTokenFor(caller, { service: services[kind], resourceId: id });
}
