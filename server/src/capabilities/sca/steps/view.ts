import type { AwaitedProof, Method } from '../domain/details.ts';
import { type LinkChoices, type LinkName, linksOf, metadataUrlFor } from '../domain/links.ts';
import type { PayeeNotice } from '../domain/order.ts';
import type { Approach, ScaStatus } from '../domain/status.ts';
import type { SubjectRef } from '../domain/subject.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';

/** An authorisation as the third party sees it. */
export interface AuthorisationView {
  readonly authorisationId: string;
  readonly subject: SubjectRef;
  readonly approach: Approach;
  readonly status: ScaStatus;
  readonly links: readonly LinkName[];
  /** Present while the customer has a choice. */
  readonly methods: readonly Method[] | undefined;
  readonly method: Method | undefined;
  /** Digits that the customer types into a device. */
  readonly challengeCode: string | undefined;
  /** Digits that the customer chooses on a device. */
  readonly matchNumber: string | undefined;
  /** Payees that the third party tells the customer about, before the customer approves. */
  readonly payee: PayeeNotice | undefined;
  readonly language: string | undefined;
  /** Address of the bank's page; known only when the authorisation starts. */
  readonly pageUrl: string | undefined;
  /** Address of the metadata of the authorization server, where the browser comes through it. */
  readonly oauthMetadataUrl: string | undefined;
}

/** Returns the view of an authorisation in its present status. */
export function viewOf(
  authorisation: StoredAuthorisation,
  {
    choices,
    pageUrl,
    payee,
    status = authorisation.status,
  }: {
    readonly choices: LinkChoices;
    readonly pageUrl?: string | undefined;
    readonly payee?: PayeeNotice | undefined;
    readonly status?: ScaStatus;
  },
): AuthorisationView {
  const { approach, details } = authorisation;
  const oauthMetadataUrl = metadataUrlFor(authorisation.subject, choices);
  const isChosen = status === 'scaMethodSelected' || status === 'started';
  return {
    authorisationId: authorisation.authorisationId,
    subject: authorisation.subject,
    approach,
    status,
    links: linksOf({ approach, status }, { ...choices, oauthMetadataUrl }),
    methods: status === 'psuAuthenticated' ? details.methods : undefined,
    method: isChosen && approach !== 'REDIRECT' ? details.method : undefined,
    challengeCode: isChosen && approach === 'EMBEDDED' ? challengeIn(details.awaited) : undefined,
    matchNumber: isChosen && approach === 'DECOUPLED' ? numberIn(details.awaited) : undefined,
    payee,
    language: details.language,
    pageUrl,
    oauthMetadataUrl,
  };
}

function numberIn(awaited: AwaitedProof | undefined): string | undefined {
  return awaited?.kind === 'device' ? awaited.number : undefined;
}

function challengeIn(awaited: AwaitedProof | undefined): string | undefined {
  return awaited?.kind === 'challenge' ? awaited.challengeCode : undefined;
}
