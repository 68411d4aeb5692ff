import { Temporal } from 'temporal-polyfill';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import { readRules } from '../engine/signing-rules/read-rules.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { User } from '../ports/users.ts';
import { type AuthorizationTestApp, app, type Fields, refusalOf } from './authorization-test-app.suite.ts';
import { idIn } from './otp-steps.suite.ts';
import { changeSigning, saveSigningGroup } from './signing-changes.suite.ts';
import { enrolled, type TestToken } from './token-steps.suite.ts';

/** A user with a device who may sign. */
export interface TestSigner {
  readonly user: User;
  readonly token: TestToken;
}

/** A signed-in customer who acts for another customer. */
export const signerToken = (user: User, more: Fields = {}): TokenRequest => ({
  kind: 'customer',
  id: user.userId,
  banks: ['01'],
  scope: 'authorization.sign authorization.levels',
  assurance: 'sca',
  claims: { 'customer-number': user.customerNumber, ...more },
});

/** Returns a rule of an owner in the import format. */
export function ruleFields(more: Fields): Fields {
  return {
    version: 1,
    status: 'draft',
    'valid-from': '2020-01-01T00:00:00Z',
    'bank-id': '01',
    'resource-kind': 'payment',
    'authorization-type': 'PAYMENT',
    currency: 'EUR',
    'amount-from': '0',
    ...more,
  };
}

/** Returns a requirement of a group. */
export function of(group: string, required: number, more: Fields = {}): Fields {
  return { level: 1, 'entity-level': 'customer-group', 'entity-id': group, required, ...more };
}

/** Activates rules; throws when they are refused. */
export async function activate(
  testApp: { readonly context: () => Context & AuthorizationPorts },
  owner: string,
  documents: readonly Fields[],
): Promise<void> {
  const read = readRules(documents);
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  const outcome = await changeSigning(testApp.context(), owner, {
    kind: 'rules',
    ownerKind: 'organization',
    rules: read.rules,
    retire: [],
  });
  if (outcome.kind !== 'approved') throw new Error(JSON.stringify(outcome));
}

/** Creates people with devices and mandates for an organization, in its groups. */
export async function organization(
  testApp: AuthorizationTestApp,
  owner: string,
  groups: Readonly<Record<string, number>>,
): Promise<ReadonlyMap<string, TestSigner>> {
  const signers = new Map<string, TestSigner>();
  for (const [groupId, count] of Object.entries(groups)) {
    const members = [];
    for (let index = 1; index <= count; index += 1) {
      const user = testApp.users.add({ displayName: `Signer ${groupId}${index}` });
      testApp.users.mandate(user.userId, owner);
      signers.set(`${groupId}${index}`, { user, token: await enrolled(testApp, 'ocra', user) });
      members.push({
        userId: user.userId,
        validFrom: Temporal.Instant.from('2020-01-01T00:00:00Z'),
        validUntil: undefined,
      });
    }
    await saveSigningGroup(testApp.context(), { owner, groupId, members });
  }
  return signers;
}

/** Returns the payload of a payment. */
export function payment(amount: string, more: Fields = {}): string {
  return JSON.stringify({
    instructedAmount: { currency: 'EUR', amount },
    debtorAccount: { iban: 'DE40100100103307118608' },
    creditorAccount: { iban: 'NL91ABNA0417164300' },
    creditorName: 'Van den Berg',
    ...more,
  });
}

/** Answers a challenge over the signature data; returns the id of the proof. */
export async function ocraProof(
  testApp: AuthorizationTestApp,
  { token, user }: TestSigner,
  /** `random`: without data. */
  signatureData: string,
): Promise<string> {
  const mode =
    signatureData === 'random'
      ? { 'challenge-mode': 'random' }
      : { 'challenge-mode': 'signature', 'signature-data': signatureData };
  const made = await testApp.post('/ocra/challenge', { ...mode, 'user-id': user.userId }, app());
  const id = String(at(made.body, 'challenge-id'));
  const code = token.answerTo(String(at(made.body, 'challenge-code')));
  const response = await testApp.post('/ocra/verify', { 'challenge-id': id, 'response-code': code }, app());
  if (response.status !== 204) throw new Error(`no proof: ${response.status} ${response.text}`);
  return id;
}

/** Verifies a code that was sent with this text; returns the id of the proof. */
export async function smsProof(testApp: AuthorizationTestApp, user: User, more: Fields): Promise<string> {
  const id = idIn(await testApp.post('/otp/sms/send', { 'user-id': user.userId, ...more }, app()));
  const otp = await testApp.codeOf(id);
  const response = await testApp.post('/otp/sms/verify', { 'verification-id': id, otp }, app());
  if (response.status !== 204) throw new Error(`no proof: ${response.status} ${response.text}`);
  return id;
}

/** Returns what a device displays of a payment in the tests. */
export const dataOf = (amount: string, account = 'NL91ABNA0417164300'): string => `EUR ${amount} ${account}`;

/** A request to sign or evaluate a resource. */
export interface SigningRequest {
  readonly owner: string;
  readonly resourceId: string;
  readonly kind?: string | undefined;
  readonly payload?: string | undefined;
  readonly proof?: Fields;
  readonly context?: Fields;
}

function bodyOf({ context, kind, owner, payload, proof, resourceId }: SigningRequest): Fields {
  const members = { 'acting-for': owner, ...(proof === undefined ? {} : { proof }), ...context };
  return {
    'resource-id': resourceId,
    ...(kind === undefined ? {} : { 'resource-kind': kind }),
    ...(payload === undefined ? {} : { payload }),
    'calling-context': JSON.stringify(members),
  };
}

/** Requests a signature with the given proof. */
export function tryToSign(
  testApp: AuthorizationTestApp,
  user: User,
  request: SigningRequest,
): Promise<TestResponse> {
  return testApp.post('/evaluate-user', bodyOf(request), signerToken(user));
}

/** Requests the signing state of a resource. */
export function requestSignatures(
  testApp: AuthorizationTestApp,
  as: TokenRequest,
  request: SigningRequest,
): Promise<TestResponse> {
  return testApp.post('/evaluate-signatures', bodyOf(request), as);
}

/** Returns the reasons of a response to a request to sign; of a problem its status and literal. */
export function reasonsOf(response: TestResponse): readonly string[] {
  if (response.status !== 200 || !Array.isArray(response.body)) return [refusalOf(response)];
  return response.body.map((one) => String(at(one, 'reason')));
}

/** Returns each alternative as `furfilled customer-group:A 1/1`; of a problem its status and literal. */
export function countsOf(response: TestResponse): readonly string[] {
  if (response.status !== 200 || !Array.isArray(response.body)) return [refusalOf(response)];
  return response.body.map((one) => {
    const counts = listAt(one, 'signatures').map(
      (entity) =>
        `${String(at(entity, 'entity'))} ${String(at(entity, 'existing'))}/${String(at(entity, 'required'))}`,
    );
    return [at(one, 'success') === true ? 'furfilled' : 'open', ...counts].join(' ');
  });
}

/** A stored collection. */
export interface CollectionRow {
  readonly collection_id: string;
  readonly state: string;
  readonly digest: string;
  readonly fulfilled_at: unknown;
}

export async function collectionRow(
  testApp: AuthorizationTestApp,
  { owner, resourceId }: Pick<SigningRequest, 'owner' | 'resourceId'>,
): Promise<CollectionRow> {
  const [row, ...others] = await collectionRows(testApp, { owner, resourceId });
  if (row === undefined || others.length > 0) throw new Error(`${others.length + (row ? 1 : 0)} collections`);
  return row;
}

export function collectionRows(
  testApp: AuthorizationTestApp,
  { owner, resourceId }: Pick<SigningRequest, 'owner' | 'resourceId'>,
): Promise<readonly CollectionRow[]> {
  return testApp.database.query<CollectionRow>(
    `select collection_id, state, digest, fulfilled_at from "authorization".signature_collection
      where owner = $1 and resource_id = $2`,
    [owner, resourceId],
  );
}

/** Returns the signatures of a collection as `user state reason`, in their order. */
export async function signatureLines(
  testApp: AuthorizationTestApp,
  collectionId: string,
): Promise<readonly string[]> {
  const rows = await testApp.database.query<{ user_id: string; state: string; void_reason: string | null }>(
    `select user_id, state, void_reason from "authorization".signature where collection_id = $1 order by position`,
    [collectionId],
  );
  return rows.map(({ state, user_id, void_reason }) => [user_id, state, void_reason ?? ''].join(' ').trim());
}

/** Returns the names of the emitted events of a collection. */
export async function emittedEvents(
  testApp: AuthorizationTestApp,
  collectionId: string,
): Promise<readonly string[]> {
  return (await testApp.eventsOf('signature-collection', collectionId)).map(({ name }) => name);
}

/** An organization with the rules of SPEC channel interfaces 9.6. */
export interface Company {
  readonly owner: string;
  signer(name: string): TestSigner;
}

/** Creates the people and rules of the worked example, for an owner of any name. */
export async function workedExample(testApp: AuthorizationTestApp, owner: string): Promise<Company> {
  const signers = await organization(testApp, owner, { A: 3, B: 2 });
  await activate(testApp, owner, [
    ruleFields({ 'rule-id': `${owner}-small`, owner, 'amount-to': '10000', alternatives: [[of('A', 1)]] }),
    ruleFields({
      'rule-id': `${owner}-middle`,
      owner,
      'amount-from': '10000',
      'amount-to': '100000',
      alternatives: [[of('A', 2)], [of('A', 1), of('B', 1)]],
    }),
    ruleFields({
      'rule-id': `${owner}-large`,
      owner,
      'amount-from': '100000',
      'enforce-hierarchy': true,
      alternatives: [[of('A', 1), of('B', 1, { level: 2 })]],
    }),
  ]);
  return { owner, signer: (name) => signerIn(signers, name) };
}

export function signerIn(signers: ReadonlyMap<string, TestSigner>, name: string): TestSigner {
  const found = signers.get(name);
  if (found === undefined) throw new Error(`no signer ${name}`);
  return found;
}

/** Signs a payment of an organization with a linked proof. */
export async function sign(
  testApp: AuthorizationTestApp,
  signer: TestSigner,
  signed: SigningRequest & { readonly data: string },
): Promise<TestResponse> {
  const { data, ...signing } = signed;
  const proof = { kind: 'ocra', id: await ocraProof(testApp, signer, data) };
  return tryToSign(testApp, signer.user, { kind: 'payment', ...signing, proof });
}
