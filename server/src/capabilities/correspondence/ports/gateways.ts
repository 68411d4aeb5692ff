import type { ContactMedium } from '../domain/literals.ts';

/** Port: which media an application delivers; kept with its registration. */
export interface Gateways {
  mediaOf(clientId: string): readonly ContactMedium[];
}
