import { oauthPages } from '../../server/src/apps/pages/oauth-pages.ts';
import { createAuthorizationServer } from '../../server/src/capabilities/oauth/engine/authorization-server.ts';
import { finishSignIn } from '../../server/src/capabilities/oauth/engine/interactions.ts';
import { noCustomers } from '../../server/src/capabilities/oauth/ports/accounts.ts';
import { noCustomerPages } from '../../server/src/capabilities/oauth/ports/customer-pages.ts';
import { noDecoupledApproval } from '../../server/src/capabilities/oauth/ports/decoupled-approval.ts';
import { noResourceApprovals } from '../../server/src/capabilities/oauth/ports/resource-approvals.ts';
import { noStaff } from '../../server/src/capabilities/oauth/ports/staff-provider.ts';
import { upsertEmployee } from '../../server/src/capabilities/oauth/store/employees.store.ts';
import { noThirdParties } from '../../server/src/platform/auth/third-party-checks.ts';
import { noTokensAccepted } from '../../server/src/platform/auth/token-verifier.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { createVault } from '../../server/src/platform/crypto/vault.ts';
import { openDatabase } from '../../server/src/platform/db/database.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';
import { systemContext } from '../../server/src/platform/work/system-context.ts';
import type { Instance } from './instance.ts';

const employeeId = 'harness-employee';

/** The upstream sign-in of an employee, which callers do not see. */
export interface UpstreamSignIn {
  /** Records who signed in, as the callback would; returns the path where the browser continues. */
  finishSignIn(uid: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a second authorization server on the same tables and keys, to finish sign-ins of the servers under test. */
export async function openUpstreamSignIn(
  { database, env }: Instance,
  { bankId, baseUrl }: { readonly bankId: string; readonly baseUrl: string },
): Promise<UpstreamSignIn> {
  const app = openDatabase({ url: database.appUrl, poolSize: 2 });
  const deps = {
    app,
    clock: systemClock,
    ids: systemIds(systemClock),
    log: createLogger({ level: 'fatal' }),
  };
  const contextFor = (bank: string): Context =>
    systemContext(deps, { job: 'harness', bankId: bank, requestId: 'harness' });
  await enrol(contextFor(bankId));
  const keys = createLocalKeys([Buffer.from(env['PORTICO_MASTER_KEYS'] ?? '', 'base64')]);
  const server = createAuthorizationServer(
    {
      baseUrl,
      keys,
      artefactVault: createVault(keys, 'artefacts'),
      signingKeyVault: createVault(keys, 'signing-keys'),
      contextFor,
      customers: noCustomers,
      approval: noDecoupledApproval,
      pages: oauthPages,
      resources: noResourceApprovals,
      thirdParties: noThirdParties,
      staff: noStaff,
      customerPages: noCustomerPages,
      fetchKeys: () => Promise.reject(new Error('the harness fetches no keys')),
    },
    { banks: [bankId], tokens: noTokensAccepted },
  );
  return {
    async finishSignIn(uid) {
      await server.refresh();
      const next = await finishSignIn(server.providerOf(bankId), uid, {
        accountId: `employee:${employeeId}`,
        assurance: 'sca',
        methods: ['hwk'],
        atSeconds: Math.floor(Date.now() / 1_000),
      });
      if (next === undefined) throw new Error('the open sign-in was not found');
      return next;
    },
    [Symbol.asyncDispose]: () => app.close(),
  };
}

async function enrol(context: Context): Promise<void> {
  await runCommand(context, async (work) => {
    upsertEmployee(work, {
      bankId: context.bankId,
      employeeId,
      upstreamIssuer: 'https://staff.test',
      upstreamSubject: employeeId,
      unit: undefined,
      roles: ['maintenance'],
      signedInAt: systemClock.now(),
    });
    work.audit({ aggregateKind: 'employee', aggregateId: employeeId, changes: [] });
  });
}
