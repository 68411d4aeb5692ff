import type { Bank, MaintenanceCache } from '#capabilities/configuration/index.ts';
import type { LoginProviders } from '#capabilities/identity/index.ts';
import type { HealthCache } from '#capabilities/monitoring/index.ts';
import type { SubjectsByKind } from '#capabilities/sca/index.ts';
import type { ThirdPartyChecks } from '#platform/auth/third-party-checks.ts';
import type { TokenVerifier } from '#platform/auth/token-verifier.ts';
import type { TppBanks } from '#platform/auth/tpp-banks.ts';
import type { Capability } from '#platform/capability/capability.ts';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import type { Database } from '#platform/db/database.ts';
import type { Egress } from '#platform/egress/egress.ts';
import type { KeyRing } from '#platform/key-ring/key-ring.ts';
import type { Metrics } from '#platform/log/metrics.ts';
import type { Context } from '#platform/work/context.ts';
import type { CustomerPageRenderer } from '../pages/customer/customer-pages.ts';
import type { CommandGroup } from '../program/command.ts';
import type { Runtime } from '../runtime.ts';

/** The part of the runtime that commands have too. */
export type CompositionRuntime = Pick<Runtime, 'clock' | 'config' | 'documents' | 'ids' | 'log'>;

/** The parts that only a process of the API has. */
export interface ApiParts {
  readonly egress: Egress;
  readonly loginProviders: LoginProviders;
  readonly tokens: TokenVerifier;
  readonly pages: CustomerPageRenderer;
  readonly health: HealthCache;
  readonly maintenance: MaintenanceCache;
  readonly metrics: Metrics;
  readonly tppBanks: TppBanks;
  readonly thirdParties: ThirdPartyChecks;
  readonly approvalParts: ApprovalParts;
}

/** What torture and browser runs add to approvals; nothing in the product. */
export interface ApprovalParts {
  /** Subjects beside those of the capabilities. */
  readonly subjects?: SubjectsByKind;
}

/** What ports are built from. */
export interface CompositionDeps {
  readonly runtime: CompositionRuntime;
  readonly database: Database;
  readonly keys: KeyRing;
  readonly wrapping: KeyWrapping;
  /** Returns the facts of a bank; throws for a bank that this installation does not serve. */
  readonly bankOf: (bankId: string) => Bank;
  /** Absent in the worker and in commands. */
  readonly api: ApiParts | undefined;
}

/** Ports of the capabilities that stand before in the list. They are built at their first use. */
export interface PortsBefore {
  /** Throws when the capability has no ports here, or is composed later. */
  of<Ports extends object>(capability: Capability<Ports>): Promise<Ports>;
}

/** Timed work that needs an adapter beside the ports of its capability. */
export interface ComposedJob<Ports extends object = object> {
  readonly name: string;
  readonly cron: string;
  run(context: Context, deps: CompositionDeps, ports: Ports | undefined): Promise<unknown>;
}

/** How a capability is connected with the adapters and with the capabilities below it. */
export interface Composition<Ports extends object = object> {
  readonly capability: Capability<Ports>;
  readonly jobs?: readonly ComposedJob<Ports>[];
  /** What operators do with the capability. */
  readonly commands?: readonly CommandGroup[];
  /** Returns undefined where this process does not serve the capability. */
  ports(deps: CompositionDeps, before: PortsBefore): Promise<Ports | undefined>;
  /** Ends what its ports started. */
  close?(ports: Ports): Promise<void>;
}

/** Infers the ports of a composition from its capability. */
export function compose<Ports extends object>(
  capability: Capability<Ports>,
  members: Omit<Composition<Ports>, 'capability'>,
): Composition<Ports> {
  return { capability, ...members };
}
