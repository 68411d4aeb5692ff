import { standingOfConsent } from '#capabilities/consents/index.ts';
import { type FundsPorts, standingOfFundsConsent } from '#capabilities/funds-confirmations/index.ts';
import type { ResourceKind, Standing } from '#capabilities/oauth/index.ts';
import type { ScaPorts } from '#capabilities/sca/index.ts';
import type { CompositionDeps } from './composition.ts';
import { consentsChoicesFrom } from './consents-choices.ts';
import { fundsChoicesFrom } from './funds-choices.ts';

/** Resources that tokens of third parties can stand for. A new service is one more entry. */
export function resourceKindsFrom(deps: CompositionDeps, { subjects }: ScaPorts): readonly ResourceKind[] {
  const consentsChoices = consentsChoicesFrom(deps);
  return [
    {
      service: 'PIS',
      role: 'PSP_PI',
      subjectKinds: ['payment', 'payment-cancellation'],
      // The tokens of payments end by themselves.
      events: [],
      async standingOf({ bankId, db }, id): Promise<Standing> {
        const payment = await subjects.payment?.describe(db, bankId, { kind: 'payment', id });
        return payment === undefined ? { kind: 'over' } : { kind: 'open', isLasting: false };
      },
    },
    {
      service: 'AIS',
      role: 'PSP_AI',
      subjectKinds: ['consent'],
      events: ['consent-changed'],
      async standingOf(context, consentId): Promise<Standing> {
        const standing = await standingOfConsent({ ...context, consentsChoices }, consentId);
        return standing.kind === 'open' ? { kind: 'open', isLasting: standing.isRecurring } : standing;
      },
    },
    fundsConsentKind(fundsChoicesFrom(deps)),
  ];
}

/** Consents to the confirmation of funds. */
export function fundsConsentKind(fundsChoices: FundsPorts['fundsChoices']): ResourceKind {
  return {
    service: 'PIIS',
    role: 'PSP_IC',
    subjectKinds: ['funds-confirmation-consent'],
    events: ['funds-consent-changed'],
    async standingOf(context, consentId) {
      const standing = await standingOfFundsConsent({ ...context, fundsChoices }, consentId);
      // It has no end of its own, and allows any number of questions. SPEC xs2a 1.10
      return standing.kind === 'open' ? { kind: 'open', isLasting: true } : standing;
    },
  };
}
