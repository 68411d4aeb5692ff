import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { prepareCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { statusAt } from '../domain/deadlines.ts';
import { updateRefusal } from '../domain/requests.ts';
import type { Update } from '../domain/update.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import { authenticate } from '../steps/embedded/authenticate.ts';
import { authorise } from '../steps/embedded/authorise.ts';
import { confirm } from '../steps/embedded/confirm.ts';
import { identify } from '../steps/embedded/identify.ts';
import { selectMethod } from '../steps/embedded/select-method.ts';
import { type AuthorisationTarget, loadOwnAuthorisation } from '../steps/load-authorisation.ts';
import type { AuthorisationView } from '../steps/view.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';

/** What a third party sends about an authorisation. */
export interface UpdateAuthorisation extends AuthorisationTarget {
  /** Absent where the token of the request says that it is the confirmation. */
  readonly update: Update | undefined;
  /** Path of the list of authorisations, for the links of problems. */
  readonly listPath: string;
}

/** Processes what a third party sends about its customer, if the approach and the status take it. */
export async function updateAuthorisation(
  ctx: Context & ScaPorts,
  { listPath, update: sent, ...target }: UpdateAuthorisation,
): Promise<AuthorisationView> {
  const update = sent ?? confirmationByToken(ctx, target);
  const authorisation = await prepareCommand(ctx, () => loadOpen(ctx, target, update));
  const step = { authorisation, listPath };
  switch (update.kind) {
    case 'identify':
      return identify(ctx, { ...step, name: update.name });
    case 'authenticate':
      return authenticate(ctx, { ...step, name: update.name, password: update.password });
    case 'select-method':
      return selectMethod(ctx, { ...step, methodId: update.methodId });
    case 'authorise':
      return authorise(ctx, { ...step, code: update.code });
    case 'confirm':
      return confirm(ctx, { ...step, code: update.code });
  }
}

/**
 * SPEC xs2a 1.9: no body and a token is the confirmation. The browser returned to the third party that asked: only that
 * one gets a token for this approval.
 */
function confirmationByToken({ caller }: Context, { authorisationId }: AuthorisationTarget): Update {
  const standsFor = caller.kind === 'tpp' ? caller.standsFor : undefined;
  if (standsFor?.kind !== 'resource') throw problems['customer-missing']();
  if (standsFor.authorisationId !== authorisationId.toLowerCase()) throw standardProblems['token-invalid']();
  return { kind: 'confirm', code: undefined };
}

/** Loads an authorisation that takes the update. Each step checks again after it has locked the row. */
async function loadOpen(
  ctx: Context & ScaPorts,
  target: AuthorisationTarget,
  { kind }: Update,
): Promise<StoredAuthorisation> {
  const authorisation = await loadOwnAuthorisation(ctx, target);
  const status = statusAt(authorisation, ctx.clock.now());
  const refusal = updateRefusal({ approach: authorisation.approach, status }, kind);
  if (refusal !== undefined) throw problems[refusal]();
  return authorisation;
}
