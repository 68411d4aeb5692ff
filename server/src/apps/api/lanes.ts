import { createLoadShedder, type LoadShedderOptions } from '#platform/http/load-shedder.ts';
import { createByteBudget, type RequestLane } from '#platform/http/request-slot.ts';

/** Parts of the product with separate slots: overload on one does not use up the slots of another. */
export interface Lanes {
  /** The interfaces for programs that have a token or a certificate. */
  readonly api: RequestLane;
  /** The OAuth endpoints that clients call. */
  readonly tokens: RequestLane;
  /** Pages that any browser may open, and all unknown paths. */
  readonly pages: RequestLane;
}

/** Three attachments of the maximum size at once. */
const apiBodiesMaxBytes = 128_000_000;
/** A thousand forms of 64 kB; none of these endpoints accepts more. */
const publicBodiesMaxBytes = 64_000_000;

/** Creates the lanes of a process, with the limits of the settings. */
export function createLanes(options: LoadShedderOptions): Lanes {
  const lane = (bodiesMaxBytes: number): RequestLane => ({
    shedder: createLoadShedder(options),
    bodies: createByteBudget(bodiesMaxBytes),
  });
  return {
    api: lane(apiBodiesMaxBytes),
    tokens: lane(publicBodiesMaxBytes),
    pages: lane(publicBodiesMaxBytes),
  };
}

const apiPath = /^\/(?:v1|v2|api)\//;
const tokensPath =
  /^(?:\/oauth\/[^/?]+\/(?:token|request|backchannel|jwks|\.well-known)|\/\.well-known\/oauth)/;

/**
 * Returns the lane of a path as it was sent. A percent-encoded spelling of a path is routed as well; it counts as a
 * page, so that it cannot use slots of the API.
 */
export function laneOf(path: string, lanes: Lanes): RequestLane {
  if (apiPath.test(path)) return lanes.api;
  return tokensPath.test(path) ? lanes.tokens : lanes.pages;
}
