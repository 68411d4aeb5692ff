import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import {
  type AuthorizationPorts,
  decideSigningChange,
  listSigningRules,
  proposeSigningChange,
  type SigningChangeContent,
  type SigningRule,
} from '#capabilities/authorization/index.ts';
import { type IdentityPorts, registerUser } from '#capabilities/identity/index.ts';
import {
  getCustomerContacts,
  type PartyPorts,
  type Representative,
  registerParty,
  reportDeath,
  setOpenProduct,
} from '#capabilities/party/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Persona } from './persona.ts';
import { registrationOf, userOf } from './persona-registration.ts';
import { findPersona, personas } from './personas.ts';

type Ctx = Context & IdentityPorts;

/** Personas that are registered at the same time; passwords are hashed in threads. */
const atOnceMax = 4;

/** Registers the personas that do not exist: their parties and users, and the signing rules of companies. */
export async function registerPersonas(
  ctx: Ctx,
  { firstDay, zone }: { readonly firstDay: Temporal.PlainDate; readonly zone: string },
): Promise<number> {
  const since = firstDay.toZonedDateTime(zone).toInstant();
  const today = ctx.clock.today(zone);
  let registered = 0;
  const register = async (persona: Persona): Promise<void> => {
    if (await registerPersona(ctx, persona, { since, today })) registered += 1;
  };
  // Companies name those who act for them, so people come first.
  const [people, companies] = [personas.filter(isPerson), personas.filter((one) => !isPerson(one))];
  const waiting = people.values();
  await Promise.all(
    Array.from({ length: atOnceMax }, async () => {
      for (const persona of waiting) await register(persona);
    }),
  );
  for (const persona of companies) {
    await register(persona);
    await provideSigningRules(ctx, persona, since);
  }
  return registered;
}

function isPerson({ name }: Persona): boolean {
  return name.kind === 'individual';
}

/** Returns whether something was missing. Each step is left out if it is done. */
async function registerPersona(
  ctx: Ctx,
  persona: Persona,
  { since, today }: { readonly since: Temporal.Instant; readonly today: Temporal.PlainDate },
): Promise<boolean> {
  const partyCtx = { ...ctx, ...ctx.authorization.correspondence.party };
  const contacts = await getCustomerContacts(partyCtx, ctx.db, persona.customerNumber);
  if (contacts === undefined) await registerCustomer(partyCtx, persona, today);
  // No user is registered after a death, and a death is reported once.
  if (contacts?.isDeceased === true) return false;
  await provideUser(ctx, persona, since);
  if (persona.standing === 'deceased') {
    const date = today.subtract({ days: daysSinceDeath }).toString();
    await reportDeath(partyCtx, {
      target: { partyNumber: persona.customerNumber },
      report: { date, source: 'civil-register' },
    });
  }
  return contacts === undefined;
}

/** As long as the account of the deceased persona has not been used. */
const daysSinceDeath = 90;

async function registerCustomer(
  ctx: Context & PartyPorts,
  persona: Persona,
  today: Temporal.PlainDate,
): Promise<void> {
  const { customerNumber: partyNumber, standing } = persona;
  const registration = registrationOf(persona, today);
  // The bank has screened its customers before.
  const screened: Context & PartyPorts = { ...ctx, screening: { screen: async () => 'clear' } };
  await registerParty(screened, { ...registration, representatives: representativesOf(persona) });
  await setOpenProduct(ctx, { partyNumber, hasOpenProduct: true });
  if (standing === 'former') await setOpenProduct(ctx, { partyNumber, hasOpenProduct: false });
}

async function provideUser(ctx: Ctx, persona: Persona, since: Temporal.Instant): Promise<void> {
  const { authorization, bankId, db } = ctx;
  if (persona.user === undefined) return;
  const known = await authorization.users.find(db, { bankId, name: persona.key });
  if (known !== undefined) return;
  await registerUser(ctx, userOf(persona, { phone: persona.user.phone, since }));
}

function representativesOf({ signatories = [] }: Persona): readonly Representative[] {
  return signatories.map((key) => ({
    partyNumber: signatoryOf(key).customerNumber,
    role: 'managing director',
    signingGroup,
  }));
}

function signatoryOf(key: string): Persona {
  const found = findPersona(key);
  assert(found !== undefined, `no persona has the key ${key}`);
  return found;
}

const signingGroup = 'directors';
const signaturesRequired = 2;

/** Two of those who act for a company must sign; the one who initiates counts as one. */
async function provideSigningRules(ctx: Ctx, persona: Persona, since: Temporal.Instant): Promise<void> {
  const { authorization, bankId, db } = ctx;
  const signingCtx = { ...ctx, ...authorization };
  const { customerNumber: owner, key, signatories = [] } = persona;
  const active = await listSigningRules(signingCtx, { owner });
  if (signatories.length === 0 || active.some(({ rule }) => rule.owner === owner)) return;
  const users = await Promise.all(signatories.map((name) => authorization.users.find(db, { bankId, name })));
  await changeSigning(signingCtx, owner, {
    kind: 'group',
    groupId: signingGroup,
    members: users.flatMap((user) =>
      user === undefined ? [] : [{ userId: user.userId, validFrom: since, validUntil: undefined }],
    ),
  });
  await changeSigning(signingCtx, owner, {
    kind: 'rules',
    ownerKind: 'organization',
    rules: [ruleOf({ bankId, owner, ruleId: `demo-${key}`, since })],
    retire: [],
  });
}

/** Changes something as two employees of the demo bank do. */
async function changeSigning(
  ctx: Context & AuthorizationPorts,
  owner: string,
  content: SigningChangeContent,
): Promise<void> {
  const proposed = await proposeSigningChange(ctx, {
    owner,
    content,
    employeeId: 'demo-1',
    reason: 'the demo bank is set up',
    knownStaff: [],
  });
  assert(proposed.kind === 'proposed', `the change of signing rules of ${owner} is ${proposed.kind}`);
  const { changeId } = proposed;
  const { kind } = await decideSigningChange(ctx, { changeId, verdict: 'approve', employeeId: 'demo-2' });
  assert(kind === 'approved', `the change of signing rules of ${owner} is ${kind}`);
}

function ruleOf({
  bankId,
  owner,
  ruleId,
  since,
}: {
  readonly bankId: string;
  readonly owner: string;
  readonly ruleId: string;
  readonly since: Temporal.Instant;
}): SigningRule {
  return {
    ruleId,
    version: 1,
    status: 'draft',
    validFrom: since,
    bankId,
    owner,
    isMandatory: false,
    resourceKind: '*',
    authorizationType: 'N/A',
    transactionType: 'N/A',
    account: '*',
    currency: 'EUR',
    band: { from: 0n },
    enforceHierarchy: false,
    initiatorMaySign: true,
    alternatives: [
      [
        {
          level: 1,
          entityLevel: 'customer-group',
          entityId: signingGroup,
          required: signaturesRequired,
          distinctGroup: false,
        },
      ],
    ],
  };
}
