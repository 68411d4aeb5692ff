import type { DelegatedRequest } from '#platform/http/delegated-request.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { epochSeconds } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import { authorizeStaff, employeeAccountId, type StaffProof } from '../domain/employee.ts';
import { clockToleranceSeconds } from '../domain/lifetimes.ts';
import type { AuthorizationServer } from '../engine/authorization-server.ts';
import { isTiedTo } from '../engine/browser-binding.ts';
import { answerBrowser, type BrowserRequest, type BrowserResponse } from '../engine/browser-response.ts';
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
import { admitEmployee } from '../steps/admit-employee.ts';
import { refuseSignIn } from '../steps/refuse-sign-in.ts';

type Ctx = Context & { readonly server: AuthorizationServer };

/** Somebody comes back from the bank's own provider. */
interface Return extends BrowserRequest {
  readonly state: string;
  readonly signIn: StaffSignIn;
  readonly staff: StaffProvider;
}

/** Lets a member of staff in, when the bank's own provider proves who they are and what they are. */
export async function finishStaffSignIn(ctx: Ctx, delegated: DelegatedRequest): Promise<void> {
  await answerBrowser(ctx, delegated, async (visit) => {
    const back = await returnOf(ctx, visit);
    try {
      return { kind: 'redirect', to: await settle(ctx, back) };
      // The sign-in is still open: some of it can be tried again.
    } catch (error) {
      if (error instanceof Problem) return troubleOf(back, error);
      throw error;
    }
  });
}

/** The sign-in that this browser began and that nobody has come back from. */
async function returnOf({ server }: Ctx, visit: BrowserRequest): Promise<Return> {
  const { bankId, context, query, request } = visit;
  const { artefactVault, baseUrl, staff } = server.signIn;
  const [state = '', ...others] = query.getAll('state');
  const deps = { context, vault: artefactVault };
  const signIn = others.length === 0 ? await findStaffSignIn(deps, state) : undefined;
  const provider = staff.of(bankId);
  if (signIn === undefined || provider === undefined) throw problems['sign-in-over']();
  // Before it is used up: somebody else's browser must not be able to spoil it.
  const isOwn = isTiedTo(request, signIn.tieHash, { baseUrl, bankId });
  if (!isOwn || !(await consumeStaffSignIn(deps, state)))
    return refuseSignIn(context, { signInId: signInIdOf(state), problem: problems['sign-in-over']() });
  const interaction = await server.providerOf(bankId).Interaction.find(signIn.interactionUid);
  if (interaction === undefined) throw problems['sign-in-over']();
  return { ...visit, state, signIn, staff: provider };
}

/** Decides, and says where the browser goes on. */
async function settle({ server }: Ctx, back: Return): Promise<string> {
  const { bankId, context, query, signIn, staff, state } = back;
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
      const account = await admitted(back, end.proof, signInId);
      return ifStillOpen(await finishSignIn(provider, uid, account));
    }
  }
}

async function admitted(
  { context, signIn, staff }: Return,
  proof: StaffProof,
  signInId: string,
): Promise<Parameters<typeof finishSignIn>[2]> {
  const { assurances, freshness, maxAgeSeconds, startedAtSeconds } = signIn;
  const nowSeconds = epochSeconds(context.clock.now());
  const verdict = authorizeStaff(proof, staff.rules, {
    asked: {
      assurances,
      maxAgeSeconds,
      notBeforeSeconds: freshness === 'anew' ? startedAtSeconds : undefined,
    },
    moment: { nowSeconds, toleranceSeconds: clockToleranceSeconds },
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

/** The server gives no address to go on to when the sign-in has expired meanwhile. */
function ifStillOpen(returnTo: string | undefined): string {
  if (returnTo === undefined) throw problems['sign-in-over']();
  return returnTo;
}

/** What another try may change; who has no role gets none by trying. */
const worthAnotherTry: ReadonlySet<string> = new Set([
  'staff-provider-away',
  'sign-in-not-proven',
  'sign-in-too-weak',
  'sign-in-too-old',
  'service-unavailable',
]);

function troubleOf({ bankId, signIn }: Return, problem: Problem): BrowserResponse {
  const tryAgainAt = worthAnotherTry.has(problem.literal)
    ? interactionPathOf(bankId, signIn.interactionUid)
    : undefined;
  return { kind: 'trouble', problem, tryAgainAt };
}
