import { identityCapability } from '#capabilities/identity/index.ts';
import { createScaVault, type ScaChoices, scaCapability } from '#capabilities/sca/index.ts';
import { profilesFrom, type Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import { compose } from './composition.ts';

/** Approvals. Payments, consents and baskets become its subjects when they are built; until then there are none. */
export const sca = compose(scaCapability, {
  async ports({ keys, runtime: { config } }, before) {
    const profiles = profilesFrom(config.xs2aProfiles, config.banks);
    return {
      scaVault: createScaVault(keys),
      subjects: {},
      identity: await before.of(identityCapability),
      scaChoices: {
        of(bankId) {
          const profile = profiles.get(bankId);
          if (profile === undefined) throw new Error(`bank ${bankId} has no profile`);
          return choicesIn(profile, config.baseUrl);
        },
      },
    };
  },
});

function choicesIn(profile: Xs2aProfile, pageUrl: string): ScaChoices {
  const [first = 'REDIRECT', ...others] = profile.scaApproachesSupported;
  return {
    approaches: [first, ...others],
    linkLifeMs: profile.redirectUrlExpirationTimeMs,
    authorisationLifeMs: profile.authorisationExpirationTimeMs,
    isConfirmationNeeded: profile.authorisationConfirmationRequestMandated,
    pageUrl,
  };
}
