import type { CookieKind } from '#platform/http/browser-cookie.ts';

const handleDigits = 10;
/** As long as an approval can last, and a while longer for the page that shows how it ended. */
const cookieLifeSeconds = 3_600;

/** A cookie with the secret of the browser that owns a link. */
export interface ApprovalCookie {
  readonly kind: CookieKind;
  readonly value: string;
}

/** Cookie of the browser that owns a link; each link has its own, so that two windows do not disturb each other. */
export function approvalCookie(handle: string): CookieKind {
  const short = handle.replaceAll(/[^A-Za-z0-9]/gv, '').slice(-handleDigits);
  return { name: `portico-sca-${short}`, lifeSeconds: cookieLifeSeconds };
}
