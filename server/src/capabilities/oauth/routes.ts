import type { Endpoint } from '#platform/http/endpoint.ts';
import { delegated } from '#platform/http/endpoint.ts';
import { contracts } from './contract/protocol.ts';
import type { AuthorizationServer } from './engine/authorization-server.ts';
import { beginSignIn } from './operations/begin-sign-in.ts';
import { continueSignIn } from './operations/continue-sign-in.ts';
import { delegateToServer } from './operations/delegate-to-server.ts';
import { finishStaffSignIn } from './operations/finish-staff-sign-in.ts';
import type { ResourceApprovals } from './ports/resource-approvals.ts';

export interface OauthPorts {
  readonly server: AuthorizationServer;
  readonly resources: ResourceApprovals;
}

const { beginSignIn: begin, continueSignIn: proceed, finishStaffSignIn: finish, ...ofProtocol } = contracts;

export const oauthRoutes: readonly Endpoint<OauthPorts>[] = [
  ...Object.values(ofProtocol).map((contract) => delegated(contract, delegateToServer)),
  delegated(begin, beginSignIn),
  delegated(proceed, continueSignIn),
  delegated(finish, finishStaffSignIn),
];
