import type { ThirdPartyRequest } from '../../server/src/platform/testing/proxied-calls.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';

/** Values for the parameters of a path, by name. */
export type PathValues = Readonly<Record<string, string>>;

/** A caller with a token, or a third party with a certificate. */
export type ObjectCaller = TokenRequest | ThirdPartyRequest;

export interface NoCaller {
  readonly none: string;
}

/** A path to an object that has an owner. */
export interface OwnedObject {
  readonly kind: 'owned';
  /** Creates an object; returns its path values. */
  readonly make: (app: TestApp) => Promise<PathValues>;
  /** Body and headers that a request needs to reach the object. */
  readonly sends?: Pick<TestRequest, 'body' | 'headers'>;
  /** Path values of the same form for which no object exists. */
  readonly unknown: PathValues;
  /** May use the operation on this object. */
  readonly rightful: ObjectCaller;
  /** May use the operation, in another bank; or the reason why no such caller exists. */
  readonly otherBank: ObjectCaller | NoCaller;
  /** May use the operation in the same bank on its own objects only; or the reason why no such caller exists. */
  readonly otherOwner: ObjectCaller | NoCaller;
}

/** A path whose parameter names nothing with an owner. */
export interface OpenPath {
  readonly kind: 'open';
  readonly why: string;
  readonly values: PathValues;
  /** Headers that every request needs, from any caller. */
  readonly sends?: Pick<TestRequest, 'headers'>;
}

export type ObjectEntry = OwnedObject | OpenPath;
