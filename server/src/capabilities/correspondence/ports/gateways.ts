import type { ContactMedium } from '../domain/literals.ts';

/** Port: the media an application delivers, from its registration. */
export interface Gateways {
  mediaOf(clientId: string): readonly ContactMedium[];
}
