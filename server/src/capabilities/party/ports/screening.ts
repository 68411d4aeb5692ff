import type { ScreeningOutcome } from '../domain/customer-status.ts';
import type { PartyName } from '../domain/facts.ts';

/** Who is to be screened. */
export interface Screened {
  readonly bankId: string;
  readonly name: PartyName;
  readonly birthDate: string | undefined;
  readonly country: string | undefined;
}

/** Port: lists of sanctions and known fraud, kept outside. Asked before anything is written. */
export interface Screening {
  screen(somebody: Screened): Promise<ScreeningOutcome>;
}

/** Where nothing is connected nobody has been screened: whoever wants to be a customer waits as a prospect. */
export const noScreening: Screening = { screen: async () => 'open' };
