import type { ScreeningOutcome } from '../domain/customer-status.ts';
import type { PartyName } from '../domain/facts.ts';

/** The person or organization to screen. */
export interface ScreeningSubject {
  readonly bankId: string;
  readonly name: PartyName;
  readonly birthDate: string | undefined;
  readonly country: string | undefined;
}

/** Port: external lists of sanctions and known fraud. Called before anything is written. */
export interface Screening {
  /** Open: the service is undecided or away, or none is connected. */
  screen(subject: ScreeningSubject): Promise<ScreeningOutcome>;
  /** Ends what it has opened. */
  close?(): Promise<void>;
}

/** Default without a connected list: no party counts as screened, and a new customer stays a prospect. */
export const noScreening: Screening = { screen: async () => 'open' };
