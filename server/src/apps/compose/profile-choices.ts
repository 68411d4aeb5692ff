import { profilesFrom, type Xs2aProfile } from '#platform/config/xs2a-profile/profile.ts';
import type { CompositionDeps } from './composition.ts';

/** Names of identifiers in the profile, and those of the standard. */
export const accountFieldNames = {
  IBAN: 'iban',
  BBAN: 'bban',
  PAN: 'pan',
  MASKEDPAN: 'maskedPan',
  MSISDN: 'msisdn',
} as const;

/** Returns what the banks chose, made once for each bank from its profile and its time zone. */
export function choicesByBank<Choices>(
  { bankOf, runtime: { config } }: Pick<CompositionDeps, 'bankOf' | 'runtime'>,
  choicesIn: (profile: Xs2aProfile, timeZone: string) => Choices,
): { of(bankId: string): Choices } {
  const profiles = profilesFrom(config.xs2aProfiles, config.banks);
  const made = new Map<string, Choices>();
  return {
    of(bankId) {
      const known = made.get(bankId);
      if (known !== undefined) return known;
      const profile = profiles.get(bankId);
      if (profile === undefined) throw new Error(`bank ${bankId} has no profile`);
      const choices = choicesIn(profile, bankOf(bankId).timeZone);
      made.set(bankId, choices);
      return choices;
    },
  };
}
