/** A request whose bytes arrived together and complete. */
export interface WholeRequest {
  readonly method: string;
  /** The target as it was sent, with its query. */
  readonly target: string;
  /** Request line and header fields, each line with its end. */
  readonly head: string;
}

/** Follows where requests begin and end on one connection, without parsing them. */
export interface RequestFraming {
  /** Takes the next bytes of the connection; returns the request if they are exactly one. */
  next(chunk: Buffer): WholeRequest | undefined;
}

const headEnd = '\r\n\r\n';
const requestLine = /^(GET|POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1\r\n/;
/** Fields that give a message another end than its length, or its connection another use; any spelling counts. */
const otherFraming =
  /\r\n(?:transfer-encoding|expect|upgrade|trailer|proxy-connection|connection(?!: keep-alive\r\n))/i;
const lengthName = /content-length/gi;
const lengthField = /\r\ncontent-length: ?(\d{1,8})\r\n/i;
/** A line end that parsers do not agree about. */
const looseLineEnd = /\r(?!\n)|(?<!\r)\n/;

/**
 * Only requests in the usual form are followed: a head that arrives in one piece, and a body with a length. After
 * anything else the connection is never looked at again. A wrong guess about where a request begins would give one
 * client the response of another, so whatever is unusual is left to the parser.
 */
export function createRequestFraming(): RequestFraming {
  /** Bytes of a body that are still to come; undefined: not known any more. */
  let awaited: number | undefined = 0;

  const nextHead = (chunk: Buffer): WholeRequest | undefined => {
    const end = chunk.indexOf(headEnd);
    const head = end === -1 ? undefined : chunk.toString('latin1', 0, end + headEnd.length);
    const length = head === undefined ? undefined : bodyLength(head);
    if (head === undefined || length === undefined) {
      awaited = undefined;
      return undefined;
    }
    const missing = head.length + length - chunk.length;
    // Less than nothing is missing: a second request has begun.
    awaited = missing < 0 ? undefined : missing;
    if (missing !== 0) return undefined;
    const [, method = '', target = ''] = requestLine.exec(head) ?? [];
    return { method, target, head };
  };

  return {
    next(chunk) {
      if (awaited === 0) return nextHead(chunk);
      if (awaited === undefined) return undefined;
      awaited = chunk.length > awaited ? undefined : awaited - chunk.length;
      return undefined;
    },
  };
}

/** Returns the length of the body; undefined if the head is unusual. */
function bodyLength(head: string): number | undefined {
  if (!requestLine.test(head) || otherFraming.test(head) || looseLineEnd.test(head)) return undefined;
  const names = head.match(lengthName)?.length ?? 0;
  if (names === 0) return 0;
  const digits = lengthField.exec(head)?.[1];
  return names > 1 || digits === undefined ? undefined : Number(digits);
}
