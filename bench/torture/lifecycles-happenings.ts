import { changeUserState } from '../../server/src/capabilities/identity/index.ts';
import { endMandate } from '../../server/src/capabilities/party/index.ts';
import type {
  ResourceTestApp,
  TestCustomer,
} from '../../server/src/capabilities/sca/testing/resource-test-app.suite.ts';

/** What happens to a customer, to the user of the customer, or to the mandate of the user who approves. */
export const customerHappenings = [
  'merged',
  'reported',
  'dead',
  'erased',
  'suspended',
  'closed',
  'mandate-ended',
] as const;
export type CustomerHappening = (typeof customerHappenings)[number];

type App = Pick<ResourceTestApp<unknown>, 'identity' | 'parties'>;

export interface AffectedCustomer {
  readonly customerNumber: string;
  /** Who approves: the customer, or a proxy. */
  readonly approver: TestCustomer;
  /** The party into which the customer is merged. */
  readonly survivor: string;
}

/** Changes a customer of a test app; the events are not processed yet. */
export function changeCustomer(
  app: App,
  happening: CustomerHappening,
  affected: AffectedCustomer,
): Promise<void> {
  return change[happening](app, affected);
}

const change: Readonly<Record<CustomerHappening, (app: App, affected: AffectedCustomer) => Promise<void>>> = {
  merged: ({ parties }, { customerNumber, survivor }) => parties.merge(customerNumber, survivor),
  reported: ({ parties }, { customerNumber }) => parties.reportDeath(customerNumber, 'relative'),
  dead: ({ parties }, { customerNumber }) => parties.reportDeath(customerNumber),
  erased: ({ parties }, { customerNumber }) => parties.erase(customerNumber),
  suspended: ({ identity }, { approver: { userId } }) =>
    changeUserState(identity.context(), { userId, to: 'suspended', reason: 'fraud' }),
  closed: ({ identity }, { approver: { userId } }) =>
    changeUserState(identity.context(), { userId, to: 'closed', reason: 'customer' }),
  'mandate-ended': ({ identity }, { approver, customerNumber }) =>
    endMandate(
      { ...identity.context(), ...identity.ports.authorization.correspondence.party },
      {
        principal: customerNumber,
        proxy: approver.customerNumber,
        employeeId: 'e-1',
        reason: 'revoked',
      },
    ),
};
