import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { authorizeStaff, employeeAccountId, type StaffProof } from '../domain/employee.ts';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { isBoundTo } from '../engine/browser-binding.ts';
import { type BrowserRequest, type BrowserResponse, respondToBrowser } from '../engine/browser-response.ts';
import { finishInteractionRefused, finishSignIn } from '../engine/interactions.ts';
import { interactionPathOf, staffCallbackOf } from '../engine/server-deps.ts';
import {
  consumeStaffSignIn,
  findStaffSignIn,
  type StaffSignIn,
  signInIdOf,
} from '../engine/staff-sign-ins.ts';
import type { StaffProvider } from '../ports/staff-provider.ts';
import { problems } from '../problems.ts';
import { admitEmployee, refuseSignIn } from '../steps/staff-sign-in.ts';

type Ctx = Context & { readonly server: AuthorizationServer };

/** Callback request of the bank's own provider. */
interface StaffCallback extends BrowserRequest {
  readonly state: string;
  readonly signIn: StaffSignIn;
  readonly staff: StaffProvider;
}

/** Signs an employee in if the bank's own provider proves the identity and the roles. */
export async function finishStaffSignIn(ctx: Ctx, delegated: DelegatedRequest): Promise<void> {
  await respondToBrowser(ctx, delegated, async (browserRequest) => {
    const callback = await consumeCallback(ctx, browserRequest);
    try {
      return { kind: 'redirect', to: await completeSignIn(ctx, callback) };
      // The interaction is still open, so some problems allow a retry.
    } catch (error) {
      if (error instanceof Problem) return failureResponse(callback, error);
      throw error;
    }
  });
}

/** Returns the sign-in that this browser started and that has not been consumed yet. */
async function consumeCallback({ server }: Ctx, browserRequest: BrowserRequest): Promise<StaffCallback> {
  const { bankId, context, query, request } = browserRequest;
  const { artefactVault, baseUrl, staff } = server.signIn;
  const [state = '', ...others] = query.getAll('state');
  const deps = { context, vault: artefactVault };
  const signIn = others.length === 0 ? await findStaffSignIn(deps, state) : undefined;
  const provider = staff.of(bankId);
  if (signIn === undefined || provider === undefined) throw problems['sign-in-over']();
  // Check the browser before consuming the sign-in: another browser must not be able to invalidate it.
  const isOwn = isBoundTo(request, signIn.tieHash, { baseUrl, bankId });
  if (!isOwn || !(await consumeStaffSignIn(deps, state)))
    return refuseSignIn(context, { signInId: signInIdOf(state), problem: problems['sign-in-over']() });
  const interaction = await server.providerOf(bankId).Interaction.find(signIn.interactionUid);
  if (interaction === undefined) throw problems['sign-in-over']();
  return { ...browserRequest, state, signIn, staff: provider };
}

/** Finishes the sign-in and returns where the browser continues. */
async function completeSignIn({ server }: Ctx, callback: StaffCallback): Promise<string> {
  const { bankId, context, query, signIn, staff, state } = callback;
  const signInId = signInIdOf(state);
  const { interactionUid: uid, nonce, verifier } = signIn;
  const provider = server.providerOf(bankId);
  const end = await staff.finish({
    secrets: { state, nonce, verifier },
    redirectUri: staffCallbackOf(server.signIn.baseUrl, bankId),
    parameters: query,
  });
  switch (end.kind) {
    case 'cancelled':
      return ifStillOpen(await finishInteractionRefused(provider, uid, 'access_denied'));
    case 'away':
      throw problems['staff-provider-away']();
    case 'too-weak':
      return refuseSignIn(context, { signInId, problem: problems['sign-in-too-weak']() });
    case 'not-proven':
      return refuseSignIn(context, { signInId, problem: problems['sign-in-not-proven']() });
    case 'proven': {
      const account = await admitStaff(callback, end.proof, signInId);
      return ifStillOpen(await finishSignIn(provider, uid, account));
    }
  }
}

async function admitStaff(
  { context, signIn, staff }: StaffCallback,
  proof: StaffProof,
  signInId: string,
): Promise<Parameters<typeof finishSignIn>[2]> {
  const { assurances, freshness, maxAgeSeconds, startedAtSeconds } = signIn;
  const nowSeconds = epochSeconds(context.clock.now());
  const verdict = authorizeStaff(proof, staff.rules, {
    requested: {
      assurances,
      maxAgeSeconds,
      notBeforeSeconds: freshness === 'anew' ? startedAtSeconds : undefined,
    },
    time: { nowSeconds, toleranceSeconds: clockToleranceSeconds },
  });
  switch (verdict.kind) {
    case 'refused':
      return refuseSignIn(context, {
        signInId,
        problem: problems[verdict.why](),
        proof,
        employeeId: verdict.employeeId,
      });
    case 'admitted': {
      const { identity } = verdict;
      await admitEmployee(context, { identity, signInId });
      return {
        accountId: employeeAccountId(identity.employeeId),
        assurance: identity.assurance,
        methods: identity.methods,
        atSeconds: identity.authenticatedAtSeconds,
      };
    }
  }
}

/** The server returns no address if the sign-in has expired. */
function ifStillOpen(returnTo: string | undefined): string {
  if (returnTo === undefined) throw problems['sign-in-over']();
  return returnTo;
}

/** Problems that a retry may solve. Employees without a role are not among them. */
const worthAnotherTry: ReadonlySet<string> = new Set([
  'staff-provider-away',
  'sign-in-not-proven',
  'sign-in-too-weak',
  'sign-in-too-old',
  'service-unavailable',
]);

function failureResponse({ bankId, signIn }: StaffCallback, problem: Problem): BrowserResponse {
  const tryAgainAt = worthAnotherTry.has(problem.literal)
    ? interactionPathOf(bankId, signIn.interactionUid)
    : undefined;
  return { kind: 'sign-in-failure', problem, tryAgainAt };
}
