import { toNotificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import { toVopStatus, type VopStatus } from '#dialects/xs2a/vop-status.ts';
import type { ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import type { authorisationContracts } from '../contract/authorisations.ts';
import type { Method } from '../domain/details.ts';
import type { LinkName } from '../domain/links.ts';
import type { PayeeNotice } from '../domain/order.ts';
import type { PayeeCheck } from '../domain/payee-check.ts';
import type { StartedAuthorisation } from '../operations/start-authorisation.ts';
import type { ResourceStart } from '../steps/start-implicitly.ts';
import type { AuthorisationView } from '../steps/view.ts';
import { psuMessage } from './psu-message.ts';

/** Where an authorisation is found. */
export interface Place {
  /** Path of its resource. */
  readonly resource: string;
  /** Path of the list of authorisations. */
  readonly list: string;
}

/** SPEC xs2a 2.4: authenticationType of each kind of method. */
const authenticationTypes: Readonly<Record<Method['kind'], string>> = {
  sms: 'SMS_OTP',
  ocra: 'CHIP_OTP',
  device: 'PUSH_OTP',
  passkey: 'PUSH_OTP',
};

const methodNames: Readonly<Record<Method['kind'], string>> = {
  sms: 'Text message',
  ocra: 'Card reader',
  device: 'App of the bank',
  passkey: 'Passkey',
};

interface AuthenticationObject {
  readonly authenticationType: string;
  readonly authenticationMethodId: string;
  readonly name: string;
}

function toMethod({ ending, kind, methodId, name = ending }: Method): AuthenticationObject {
  return {
    authenticationType: authenticationTypes[kind],
    authenticationMethodId: methodId,
    name: name === undefined ? methodNames[kind] : `${methodNames[kind]} ${name}`,
  };
}

interface Challenge {
  readonly data?: string[];
  readonly otpMaxLength: number;
  readonly otpFormat: 'integer';
}

function toChallenge({ challengeCode, method, status }: AuthorisationView): Challenge | undefined {
  if (status !== 'scaMethodSelected' && status !== 'started') return undefined;
  if (method?.kind !== 'sms' && method?.kind !== 'ocra') return undefined;
  return {
    ...(challengeCode === undefined ? {} : { data: [challengeCode] }),
    otpMaxLength: 8,
    otpFormat: 'integer',
  };
}

type Links = Record<string, { readonly href: string }>;

/** Returns the links of an authorisation. The address of the bank's page is known only when it starts. */
function toLinks(
  {
    authorisationId,
    links,
    oauthMetadataUrl,
    pageUrl,
  }: Partial<AuthorisationView> & Pick<AuthorisationView, 'links'>,
  place: Place,
): Links {
  const own = authorisationId === undefined ? undefined : `${place.list}/${authorisationId}`;
  const elsewhere: Partial<Record<LinkName, string | undefined>> = {
    scaRedirect: pageUrl,
    scaOAuth: oauthMetadataUrl,
    self: place.resource,
    status: `${place.resource}/status`,
    startAuthorisation: place.list,
    startAuthorisationWithPsuAuthentication: place.list,
    startAuthorisationWithPsuIdentification: place.list,
  };
  const hrefOf = (name: LinkName): string | undefined => (name in elsewhere ? elsewhere[name] : own);
  return Object.fromEntries(
    links.flatMap((name) => {
      const href = hrefOf(name);
      return href === undefined ? [] : namesOf(name).map((spelling) => [spelling, { href }]);
    }),
  );
}

/** SPEC 001 spells a link in its own way; clients of the standard look for the other spelling. */
function namesOf(name: LinkName): readonly string[] {
  return name === 'startAuthorisationWithPsuIdentification'
    ? [name, 'startAuthorisationWithPsuIdentfication']
    : [name];
}

type Contracts = ReturnType<typeof authorisationContracts>;
type StartedResponse = ResponseOf<Contracts['start']>;
type UpdatedResponse = ResponseOf<Contracts['update']>;
type ReadResponse = ResponseOf<Contracts['read']>;
type ListResponse = ResponseOf<Contracts['list']>;

/** Members that every response about an authorisation has. */
function common(view: AuthorisationView, place: Place): StartedResponse['body'] {
  const { approach, language, matchNumber, method, methods, payee, status } = view;
  return omitUndefined({
    scaStatus: status,
    authorisationId: view.authorisationId,
    scaMethods: methods?.map(toMethod),
    chosenScaMethod: method && toMethod(method),
    challengeData: toChallenge(view),
    originalTransactionInformationAndVopStatus: payee && payeeStatus(payee),
    _links: toLinks(view, place),
    psuMessage: psuMessage({ approach, status, methodKind: method?.kind, matchNumber, payee }, language),
  });
}

const payeeCodes = {
  'close-match': 'CMTC',
  'no-match': 'NMTC',
  'not-possible': 'NOAP',
  match: undefined,
} as const;

/** The standard has a member for one payee; of a bulk the text has the counts. */
function payeeStatus(transfer: PayeeNotice): VopStatus | undefined {
  if ('kind' in transfer) return undefined;
  const { amount, creditorAccount, creditorName, endToEndId, payeeCheck } = transfer;
  const code = payeeCheck && payeeCodes[payeeCheck.outcome];
  if (code === undefined) return undefined;
  const { id, scheme } = creditorAccount;
  return toVopStatus({
    endToEndId,
    amount: { currency: amount.currency, amount: formatMoney(amount) },
    creditorName,
    creditorAccount: scheme === 'iban' ? { iban: id } : { other: { identification: id } },
    code,
    matchedName: holderIn(payeeCheck),
  });
}

function holderIn(check: PayeeCheck | undefined): string | undefined {
  return check?.outcome === 'close-match' ? check.holderName : undefined;
}

export function toStarted({ notifications, view }: StartedAuthorisation, place: Place): StartedResponse {
  return {
    status: 201 as const,
    headers: {
      'aspsp-sca-approach': view.approach,
      location: `${place.list}/${view.authorisationId}`,
      ...toNotificationHeaders(notifications),
    },
    body: common(view, place),
  };
}

/** SPEC 001 names the status of this response `scatransactionStatus`. */
export function toUpdated(view: AuthorisationView, place: Place): UpdatedResponse {
  return {
    status: 200 as const,
    headers: { 'aspsp-sca-approach': view.approach },
    body: { ...common(view, place), scatransactionStatus: view.status },
  };
}

export function toRead(view: AuthorisationView): ReadResponse {
  const { approach, language, matchNumber, method, status } = view;
  return {
    status: 200 as const,
    body: {
      scaStatus: status,
      psuMessage: psuMessage({ approach, status, methodKind: method?.kind, matchNumber }, language),
    },
  };
}

export function toList(authorisationIds: readonly string[]): ListResponse {
  return { status: 200 as const, body: { authorisationIds: [...authorisationIds] } };
}

/** What the approval of a new resource adds to the response to its creation. */
export interface ResourceStartParts {
  /** The approach is fixed by an authorisation, so an explicit start has none yet. */
  readonly headers: { readonly 'aspsp-sca-approach'?: AuthorisationView['approach'] };
  readonly body: {
    readonly _links: Links;
    readonly scaStatus?: AuthorisationView['status'];
    readonly psuMessage?: string;
  };
}

export function toResourceStart({ authorisation, links }: ResourceStart, place: Place): ResourceStartParts {
  const body = { _links: toLinks({ ...authorisation, links }, place) };
  if (authorisation === undefined) return { headers: {}, body };
  const { approach, language, status } = authorisation;
  return {
    headers: { 'aspsp-sca-approach': approach },
    body: { ...body, scaStatus: status, psuMessage: psuMessage({ approach, status }, language) },
  };
}
