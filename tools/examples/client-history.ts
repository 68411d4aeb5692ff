import { contracts } from '../../server/src/apps/wiring.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import type { Recorder } from './recorder.ts';

/** The person as the owner of the bank's app. */
export interface AppUser {
  readonly userId: string;
  readonly username: string;
  readonly person: string;
}

const signedIn = ({ person, userId }: AppUser): TokenRequest => ({
  kind: 'customer',
  id: userId,
  banks: ['01'],
  scope: 'client client.secure device restriction fraud.report',
  assurance: 'sca',
  ageSeconds: 10,
  claims: { 'customer-number': person },
});

/** Shows and changes what the app of the bank shows, and restricts the client. */
export async function clientHistory(recorder: Recorder, user: AppUser): Promise<void> {
  const { call } = recorder;
  const as = signedIn(user);
  const shown = await call('Client_Get', { as });
  await call('Client_Update', {
    as,
    headers: { 'content-type': 'application/merge-patch+json', 'if-match': String(shown.headers['etag']) },
    body: { preferredLanguage: 'de' },
  });
  await call('Client_SecureUpdate', {
    as,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { employment: { employmentStatus: 'employed', employerName: 'Werk GmbH' } },
  });
  await call('Client_ClaimTutorial', {
    as,
    body: { tutorialId: 'first-payment', version: 1, claimed: true },
  });
  const requested = await call('Client_GenerateEmailUpdateCode', {
    as,
    body: { newEmail: 'm.weber@example.org' },
  });
  await call('Client_ActionChangeRequest', {
    as,
    body: { changeRequestId: String(at(requested.body, 'changeRequestId')), action: 'cancel' },
  });
  await call('Client_SetRestriction', { as, body: { kind: 'card-block', reason: 'lost' } });
  await call('Client_ReportSuspectedFraud', {
    as,
    body: {
      category: 'phishing',
      description: 'A call from "the bank".',
      occurredAt: '2026-11-15T18:00:00Z',
    },
  });
  for (const { interface: described, method, operationId } of contracts) {
    if (described.name !== 'client' || method !== 'OPTIONS') continue;
    const id = '019a0000-0000-7000-8000-000000000000';
    await call(operationId, { path: { id, approvalId: id } });
  }
}
