import assert from 'node:assert/strict';
import type { Static, TObject, TSchema } from 'typebox';
import type { Access, CallerAccess } from '#platform/auth/access.ts';
import type { IdempotencyDuty } from '#platform/auth/caller.ts';
import type { ResponseDocument, ResponseFile, ResponseHeaders } from '#platform/kernel/http-response.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { BodyContract, BodyOf } from './body-kinds.ts';
import type { Dialect } from './dialect.ts';

/** One interface of the specification: a base path and a dialect. Interfaces of one name share an OpenAPI document. */
export interface Interface {
  readonly name: string;
  readonly title: string;
  /** Groups its operations where several interfaces share a document; name and title by default. */
  readonly tag?: { readonly name: string; readonly description: string };
  readonly basePath: string;
  readonly dialect: Dialect;
  /** Whether its operations respond with 503 while the bank is in maintenance, unless a contract says otherwise. */
  readonly duringMaintenance: 'closed' | 'open';
  /** What its parameters mean, by name. A parameter that means something else in one operation has its own description there. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether pages of registered origins may call it. */
  readonly isForBrowsers?: true;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Coarse limits per caller; the numbers are policy, see `rate-limits.ts`. */
export type RateClass =
  | 'read'
  | 'change'
  | 'batch'
  | 'search'
  | 'anonymous'
  | 'token'
  | 'page'
  | 'tpp-read'
  | 'tpp-change'
  | 'unlimited';

/** Sizes a request body may have; the numbers are policy, see `body-limits.ts`. */
export type BodySize = 'small' | 'medium' | 'normal' | 'large' | 'bulk' | 'attachments';

/** A representation that is not JSON: the operation supplies its bytes. */
export const documentContent = { kind: 'document' } as const;

/** Representations of a response by media type, the preferred one first. */
export type ResponseContent = Readonly<Record<string, TSchema | typeof documentContent>>;

export interface ResponseContract {
  readonly description: string;
  readonly body?: TSchema;
  /** Media types of the file that may be returned instead of, or without, a body. */
  readonly files?: readonly string[];
  /** Documented response headers; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of `body` and `files`: the representations by media type. */
  readonly content?: ResponseContent;
  /** `accept` by default. `operation`: the resource has one representation, whatever the client accepts. */
  readonly contentBy?: 'accept' | 'operation';
}

export interface RequestContract {
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  /** An object alone is a required JSON body. */
  readonly body?: BodyContract;
}

/** The complete external description of an endpoint. Its documentation and checks are generated from it. */
export interface Contract {
  readonly operationId: string;
  readonly interface: Interface;
  readonly method: Method;
  /** Full path as in the specification, `{name}` for parameters. */
  readonly path: string;
  /** A phrase for lists of operations. */
  readonly summary: string;
  /** What a developer of a client must know to call it: its effect, its conditions, what follows. */
  readonly description: string;
  readonly access: Access;
  readonly request: RequestContract;
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** Problems in addition to those possible everywhere. */
  readonly problems: readonly ProblemFactory[];
  /**
   * `required`: "Key R" of the specification. An addition always requires the key; an operation that a seed names
   * requires it of strict clients only, because clients written for the seed do not know the header.
   */
  readonly idempotency: 'none' | 'optional' | 'required';
  /** Whether the key is kept as long as what the request made, so that a late repeat is refused; see `request-marks.ts`. */
  readonly isMarked?: true;
  /** Whether a GET also answers HEAD where its dialect does; not so if it changes something. */
  readonly answersHead?: false;
  readonly rate: RateClass;
  /** `small` by default: contracts with lists or long texts name what they need. */
  readonly bodySize?: BodySize;
  readonly duringMaintenance?: 'closed' | 'open';
  /** Named by a seed (`S000` …) or an addition of ours. */
  readonly source: 'S000' | 'S001' | 'S002' | 'addition';
}

/** Declares an endpoint. A missing `access` or `problems` does not compile. */
export function contract<const C extends Contract>(definition: C): C {
  assert(
    definition.path.startsWith(definition.interface.basePath),
    `${definition.operationId}: foreign path`,
  );
  // The response to a command is stored as JSON.
  const hasDocuments = Object.values(definition.responses).some(({ content = {} }) =>
    Object.values(content).includes(documentContent),
  );
  assert(
    !hasDocuments || definition.idempotency === 'none',
    `${definition.operationId}: documents with a key`,
  );
  return definition;
}

/** Whether callers must send an idempotency key, given what their client is registered for (SPEC 1.11). */
export function isKeyRequired(
  { idempotency, source }: Pick<Contract, 'idempotency' | 'source'>,
  duty: IdempotencyDuty,
): boolean {
  return idempotency === 'required' && (source === 'addition' || duty === 'strict');
}

/** Whether the path of a contract answers HEAD. RFC 9110 9.3.2: wherever GET is, unless reading has an effect. */
export function isHeadAnswered({ answersHead, interface: { dialect }, method }: Contract): boolean {
  return method === 'GET' && dialect.answersHead && answersHead !== false;
}

type StaticOrNothing<S> = S extends TSchema ? Static<S> : undefined;

/** The validated parts of a request, by the contract's schemas. */
interface RequestParts<C extends Contract> {
  readonly params: StaticOrNothing<C['request']['params']>;
  readonly query: StaticOrNothing<C['request']['query']>;
  readonly headers: StaticOrNothing<C['request']['headers']>;
  readonly body: BodyOf<C['request']['body']>;
}

/** The validated parts, and the media type that the `Accept` header chose where responses are declared by media type. */
export type RequestOf<C extends Contract> = RequestParts<C> &
  ([ResponseTypeOf<C>] extends [undefined] ? unknown : { readonly responseType: ResponseTypeOf<C> });

type ContentTypes<Response> = Response extends { readonly content: infer Content }
  ? keyof Content & string
  : never;
type OrNothing<T> = [T] extends [never] ? undefined : T;
type ResponseTypeOf<C extends Contract> = OrNothing<ContentTypes<C['responses'][keyof C['responses']]>>;

/** Returns the media types that the `Accept` header chooses from; none if it does not matter. */
export function offeredTypes({ responses }: Contract): readonly string[] {
  const chosen = Object.values(responses).filter(({ contentBy = 'accept' }) => contentBy === 'accept');
  return [...new Set(chosen.flatMap(({ content = {} }) => Object.keys(content)))];
}

type FileWith<Status, Response> = Response extends { readonly files: readonly string[] }
  ? { readonly status: Status; readonly file: ResponseFile; readonly headers?: ResponseHeaders }
  : never;

type ContentWith<Status, Content> = {
  // Every object is a schema to the type system, so a document is recognized first.
  [Type in keyof Content & string]: Content[Type] extends typeof documentContent
    ? {
        readonly status: Status;
        readonly mediaType: Type;
        readonly document: ResponseDocument;
        readonly headers?: ResponseHeaders;
      }
    : {
        readonly status: Status;
        readonly mediaType: Type;
        readonly body: Content[Type] extends TSchema ? Static<Content[Type]> : never;
        readonly headers?: ResponseHeaders;
      };
}[keyof Content & string];

type ResponseWith<Status, Response> = Response extends {
  readonly content: infer Content extends ResponseContent;
}
  ? ContentWith<Status, Content>
  : PlainWith<Status, Response>;

type PlainWith<Status, Response> =
  | FileWith<Status, Response>
  | (Response extends { readonly body: infer B extends TSchema }
      ? { readonly status: Status; readonly body: Static<B>; readonly headers?: ResponseHeaders }
      : { readonly status: Status; readonly headers?: ResponseHeaders });

/** The responses a contract allows: a status it declares with the body declared for it. */
export type ResponseOf<C extends Contract> = {
  [S in keyof C['responses']]: ResponseWith<S, C['responses'][S]>;
}[keyof C['responses']];

/** Problems that the platform may raise on any operation, so that no contract repeats them. */
const everywhere: readonly ProblemFactory[] = [
  standardProblems.invalid,
  standardProblems.unauthorized,
  standardProblems.forbidden,
  standardProblems['https-required'],
  standardProblems['not-found'],
  standardProblems['not-acceptable'],
  standardProblems['too-many-requests'],
  standardProblems['internal-error'],
  standardProblems['service-unavailable'],
];

const ofBodies = [
  standardProblems['request-timeout'],
  standardProblems['payload-too-large'],
  standardProblems['unsupported-media-type'],
];
const ofKeys = [standardProblems['idempotency-key-reused'], standardProblems.conflict];
const ofMarks = [standardProblems['request-repeated']];
const ofThirdParties = [
  standardProblems['unknown-host'],
  standardProblems['certificate-missing'],
  standardProblems['certificate-invalid'],
  standardProblems['certificate-expired'],
  standardProblems['certificate-revoked'],
  standardProblems['certificate-blocked'],
  standardProblems['role-invalid'],
  standardProblems['token-unknown'],
  standardProblems['token-invalid'],
  standardProblems['token-expired'],
  standardProblems['signature-missing'],
  standardProblems['signature-invalid'],
  standardProblems['timestamp-invalid'],
];

/** Problems that a request may meet before its operation is known, or that its contract does not imply. */
export const problemsBeforeOperation: readonly ProblemFactory[] = [
  standardProblems['method-not-allowed'],
  ...ofBodies,
];

/** Returns every problem an endpoint may respond with: its own, and those implied by its contract. */
export function problemsOf(declared: Contract): readonly ProblemFactory[] {
  const needsSignIn = declared.access.kind === 'callers' && requiresSignIn(declared.access);
  // Third parties are identified by their certificate on every path of their interface.
  const needsTpp = declared.interface.dialect.name === 'xs2a';
  return [
    ...new Set([
      ...declared.problems,
      ...everywhere,
      ...(declared.request.body === undefined ? [] : ofBodies),
      ...(declared.idempotency === 'none' ? [] : ofKeys),
      ...(declared.isMarked === true ? ofMarks : []),
      ...(needsSignIn ? [standardProblems['step-up-required']] : []),
      ...(needsTpp ? ofThirdParties : []),
    ]),
  ];
}

/** Whether an operation requires a strong or recent sign-in. */
function requiresSignIn({ customer, delegate, employee }: CallerAccess): boolean {
  return [customer, delegate, employee].some(
    (callerAccess) => callerAccess?.assurance !== undefined || callerAccess?.freshForSeconds !== undefined,
  );
}
