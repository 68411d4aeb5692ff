import type { Static, TArray, TObject, TSchema } from 'typebox';
import type { PatchOperation } from '#platform/kernel/json-patch.ts';
import type { FieldError } from '#platform/kernel/problem.ts';

/** Bodies for the documents, by a short name. */
export type BodyExamples = Readonly<Record<string, unknown>>;

/** A JSON body; `TObject` alone is the short form of a required object. */
export interface JsonBody<Schema extends TObject | TArray = TObject | TArray> {
  readonly kind: 'json';
  readonly schema: Schema;
  /** Without them, those of the dialect. */
  readonly mediaTypes?: readonly string[];
  /** An absent body is undefined. */
  readonly presence?: 'optional';
  readonly examples?: BodyExamples;
  /**
   * In a choice: faults of the body reach the operation, which reports them together with those that only it can find.
   * The client then learns all of them at once.
   */
  readonly faults?: 'to-operation';
}

/** A JSON body with faults, for an operation that reports them. */
export interface FaultyJson {
  readonly kind: 'faulty-json';
  /** As received. */
  readonly sent: unknown;
  readonly fieldErrors: readonly FieldError[];
}

/** Bytes with one of these media types, which the operation reads itself, see `platform/documents`. */
export interface DocumentBody<MediaType extends string = string> {
  readonly kind: 'document';
  readonly mediaTypes: readonly MediaType[];
  readonly presence?: 'optional';
  /** Of JSON that the operation reads itself, in a thread; for the documents alone. */
  readonly schema?: TObject;
  /** As text; of JSON with a schema as values. */
  readonly examples?: BodyExamples;
}

/** A part of a form: JSON with a schema, or bytes. */
export interface PartContract<MediaType extends string = string> {
  readonly mediaType: MediaType;
  readonly bytesMax: number;
  /** Present for JSON. */
  readonly schema?: TSchema;
  /** Other names that clients use for this part. */
  readonly aliases?: readonly string[];
  readonly presence?: 'optional';
}

/** A body of `multipart/form-data` with exactly these parts. */
export interface FormBody<
  Parts extends Readonly<Record<string, PartContract>> = Readonly<Record<string, PartContract>>,
> {
  readonly kind: 'form';
  readonly parts: Parts;
  readonly presence?: 'optional';
}

/**
 * A change of a JSON document: an array is a JSON Patch (RFC 6902), an object a merge patch (RFC 7396), whichever media
 * type of the dialect it has. The schema describes the members that may be changed; the operation validates the changed
 * document, because only it has the document.
 */
export interface PatchBody<Schema extends TObject = TObject> {
  readonly kind: 'patch';
  readonly schema: Schema;
  readonly presence?: undefined;
}

/** A change of a document, as the operation gets it. */
export type DocumentPatch =
  | { readonly kind: 'merge'; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly kind: 'operations'; readonly operations: readonly PatchOperation[] };

/** A body of one kind. */
export type SingleBody = JsonBody | DocumentBody | FormBody | PatchBody;

/** A body of one of several kinds; its `Content-Type` decides. */
export interface BodyChoice<Bodies extends readonly SingleBody[] = readonly SingleBody[]> {
  readonly kind: 'choice';
  readonly bodies: Bodies;
}

/** What the body of a request may be. */
export type BodyContract = TObject | SingleBody | BodyChoice;

/** Bytes of a request with their media type. */
export interface RequestDocument<MediaType extends string = string> {
  readonly kind: 'document';
  readonly mediaType: MediaType;
  readonly bytes: Uint8Array;
}

type PresenceOf<Declared, Value> = Declared extends { readonly presence: 'optional' }
  ? Value | undefined
  : Value;

type PartOf<Part extends PartContract> = PresenceOf<
  Part,
  Part extends { readonly schema: infer Schema extends TSchema }
    ? Static<Schema>
    : RequestDocument<Part['mediaType']>
>;

/** The parts of a form by name. */
export interface RequestForm<Parts extends Readonly<Record<string, PartContract>>> {
  readonly kind: 'form';
  readonly parts: { readonly [Name in keyof Parts]: PartOf<Parts[Name]> };
}

type SingleOf<Body> =
  Body extends DocumentBody<infer MediaType>
    ? RequestDocument<MediaType>
    : Body extends FormBody<infer Parts>
      ? RequestForm<Parts>
      : never;

type FaultsOf<Body> = Body extends { readonly faults: 'to-operation' } ? FaultyJson : never;

type ChosenOf<Body> =
  Body extends JsonBody<infer Schema>
    ? { readonly kind: 'json'; readonly value: Static<Schema> } | FaultsOf<Body>
    : SingleOf<Body>;

/** The value that an operation gets for a declared body. */
export type BodyOf<Body> = Body extends { readonly kind: 'choice'; readonly bodies: readonly (infer One)[] }
  ? ChosenOf<One>
  : Body extends { readonly kind: 'json'; readonly schema: infer Schema extends TSchema }
    ? PresenceOf<Body, Static<Schema>>
    : Body extends { readonly kind: 'patch' }
      ? DocumentPatch
      : Body extends { readonly kind: 'document' | 'form' }
        ? PresenceOf<Body, SingleOf<Body>>
        : Body extends TSchema
          ? Static<Body>
          : undefined;

function isSchema(body: BodyContract): body is TObject {
  return !('kind' in body);
}

/** Returns the kinds that a request may choose from. */
export function bodiesIn(body: BodyContract | undefined): readonly SingleBody[] {
  if (body === undefined) return [];
  if (isSchema(body)) return [{ kind: 'json', schema: body }];
  return body.kind === 'choice' ? body.bodies : [body];
}

/** Returns the schema of the JSON body, if there may be one. */
export function jsonSchemaOf(body: BodyContract | undefined): TObject | TArray | undefined {
  return bodiesIn(body).find((one) => one.kind === 'json' || one.kind === 'patch')?.schema;
}

/** Whether a request without a body is valid. */
export function isBodyOptional(body: BodyContract): boolean {
  return bodiesIn(body).some(({ presence }) => presence === 'optional');
}

/** Whether faults of a JSON body reach the operation. */
export function passesFaults(body: BodyContract): boolean {
  return isChoice(body) && bodiesIn(body).some((one) => one.kind === 'json' && one.faults !== undefined);
}

/** Whether operations get the kind beside the value. */
export function isChoice(body: BodyContract): boolean {
  return !isSchema(body) && body.kind === 'choice';
}
