import type { ShownLimit } from '#capabilities/identity/index.ts';
import { type Html, html } from '#platform/html/html.ts';
import { fill } from './fill.ts';
import { formatTime } from './format-time.ts';
import type { PageContext } from './page-context.ts';

/** Longest wait that is given in seconds; longer ones are given as time of day. */
const secondsMax = 120;

/** Returns when a limit ends: now, in some seconds, or from a time on. */
export function waitText({ timeZone, until, waitSeconds }: ShownLimit, context: PageContext): Html {
  const { from, inSeconds, newSignIn, now } = context.texts.limits;
  if (until === undefined || waitSeconds === undefined) return html`${newSignIn}`;
  if (waitSeconds === 0) return html`${now}`;
  return waitSeconds <= secondsMax
    ? fill(inSeconds, { seconds: waitSeconds })
    : fill(from, { time: formatTime(until, timeZone, context) });
}
