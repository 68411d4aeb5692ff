import type { IdentityPorts } from '#capabilities/identity/index.ts';
import type { TppNotificationsPorts } from '#capabilities/tpp-notifications/index.ts';
import type { ExemptionRules } from '../domain/exemptions.ts';
import type { Approach } from '../domain/status.ts';
import type { ScaVault } from '../store/sca-vault.ts';
import type { Devices } from './devices.ts';
import type { PayeeFacts } from './payee-facts.ts';
import type { SubjectsByKind } from './subjects.ts';

/** What a bank has chosen, from its XS2A profile. */
export interface ScaChoices {
  /** In the order of the bank's priority. */
  readonly approaches: readonly [Approach, ...Approach[]];
  readonly linkLifeMs: number;
  /** Of the link to the page that approves a cancellation. */
  readonly cancellationLinkLifeMs: number;
  readonly authorisationLifeMs: number;
  /** After a redirect the third party confirms with a code. */
  readonly isConfirmationNeeded: boolean;
  /** Set where browsers come to the page through the authorization server: the address of its metadata. */
  readonly oauthMetadataUrl?: string | undefined;
  /** Third parties need a token that names the customer, before they create anything. */
  readonly isPreStepMandated?: boolean;
  /** Whether authorisations start with their resource; `auto` leaves it to the third party. */
  readonly startMode: 'auto' | 'implicit' | 'explicit';
  readonly areBasketsSupported: boolean;
  /** Whether addresses to return to are compared with the certificate, so that the page names a foreign host. */
  readonly areAddressesCompared: boolean;
  /** Address of the pages of this bank, without a slash at the end. */
  readonly pageUrl: string;
  /** Payments that need no second factor. */
  readonly exemptions: ExemptionRules;
}

/** Dependencies of this capability's operations beyond their context. */
export interface ScaPorts extends Pick<TppNotificationsPorts, 'notificationChoices'> {
  readonly scaVault: ScaVault;
  readonly subjects: SubjectsByKind;
  readonly devices: Devices;
  readonly scaChoices: { of(bankId: string): ScaChoices };
  /** What the bank knows about payees, for exemptions. */
  readonly payeeFacts: PayeeFacts;
  /** Users and passwords; includes authorization's own dependencies, such as codes and signatures. */
  readonly identity: IdentityPorts;
}
