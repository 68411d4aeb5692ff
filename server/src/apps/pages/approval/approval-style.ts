import { compact } from '#platform/html/page-style.ts';
import { type StylePart, styleOf } from '../customer/page-style.ts';

/** Parts of the style that only approvals have. */
export type ApprovalStylePart = 'host' | 'items' | 'number' | 'options' | 'order' | 'payee' | 'result';

const frame = `
footer button{min-block-size:1.5rem;padding:0;text-decoration:underline;text-underline-offset:.2em}
form+button,button+button,button+.confirm{margin-block-start:.75rem}
.wide{text-wrap:balance}
`;

/** The amount is the largest text of the page. */
const order = `
.ask{display:block;font-size:1.125rem;font-weight:400}
.sum{display:block;margin-block-start:.25rem;font-size:clamp(2rem,10vw,2.75rem);line-height:1.15}
.sum+.sum{font-size:clamp(1.5rem,8vw,2rem)}
.facts{margin:0 0 1.25rem}
.facts>div,.confirm{padding:.5rem 0;border-block-start:1px solid var(--line)}
.facts>div{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem}
dt{flex:0 0 6rem;color:var(--quiet);font-size:.9375rem}
@media(max-width:26rem){dt{flex-basis:100%}}
dd{flex:1 1 12rem;min-inline-size:0;margin:0}
dd>*,.own>*{display:block;text-wrap:balance}
.own+.own{margin-block-start:.375rem}
.facts bdi[dir]{font-size:.9375rem}
dd>bdi,dd>time{display:inline}
dd ul{margin:0;padding-inline-start:1.125rem}
.confirm{padding-block:1.25rem 0}
`;

/** Payments of a bulk, orders of a basket. */
const items = `
.items{margin:0 0 1rem;padding:0;list-style:none}
.items>li{padding:.5rem 0;border-block-start:1px solid var(--line)}
.items p{margin:0;text-wrap:balance}
.items details{margin:0}
.items details>p{margin:.75rem 0}
.turn{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}
.row{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;font-weight:600}
.row>:last-child{margin-left:auto}
[dir=rtl] .row>:last-child{margin-left:0;margin-right:auto}
.hash{font:.875rem/1.5 ui-monospace,monospace}
`;

const number = `
h2{margin:0 0 .5rem;font-size:1.1875rem;line-height:1.3;text-wrap:balance}
.number{display:flex;justify-content:center;margin:0 0 1rem;padding:.75rem 1rem;border-radius:var(--radius);
background:var(--notice-ground);font-size:clamp(1.75rem,9vw,2.5rem);font-weight:700;line-height:1.2;
letter-spacing:.06em}
.steps{margin:0 0 1rem;padding-inline-start:1.375rem}
.steps li{margin:0 0 .375rem}
.steps .number{margin-block:.375rem .75rem}
.wait{display:flex;gap:.75rem;align-items:center;text-wrap:balance}
.wait::before{content:"";flex:none;inline-size:1.25rem;block-size:1.25rem;border:3px solid var(--line);
border-block-start-color:var(--accent);border-radius:50%}
@media(prefers-reduced-motion:no-preference){.wait::before{animation:turn 1.2s linear infinite}}
@keyframes turn{to{transform:rotate(1turn)}}
`;

const options = `
.needed{color:var(--quiet);font-size:.875rem;font-weight:400}
.choice small{display:block;color:var(--quiet);font-size:.9375rem}
.choice.off{color:var(--quiet);cursor:default;border-style:dashed}
.choice>span{flex:1;min-inline-size:0}
`;

/** The names of a payee side by side; one below the other where they do not fit. */
const payee = `
.payee{margin:0 0 1rem;padding:.875rem 1rem;border:2px solid currentcolor;border-radius:var(--radius)}
.payee h2{margin:0 0 .625rem;font-size:1.0625rem;line-height:1.35;text-wrap:balance}
.payee dl{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;margin:0 0 .625rem}
.payee dl>div{flex:1 1 8rem;min-inline-size:0}
.payee dt{font-size:.9375rem}
.payee dd{font-weight:600;overflow-wrap:anywhere}
.payee p{margin:0}
`;

/** The part of a host name that somebody has registered is what tells hosts apart. */
const host = `
.host{margin:1.25rem 0 0;padding:.875rem 1rem 1rem;border:2px solid currentcolor;border-radius:var(--radius)}
.host h2{margin:0 0 .5rem;font-size:1.0625rem;line-height:1.35;text-wrap:balance}
.host p{margin:0 0 .75rem}
.host .name{font-size:1.0625rem;overflow-wrap:anywhere}
.name strong{display:inline-block;max-inline-size:100%;font-size:1.25rem}
`;

const result = `
.tick{display:grid;place-items:center;inline-size:3.5rem;block-size:3.5rem;margin:0 0 1rem;border-radius:50%;
background:var(--accent);color:var(--accent-ink);font-size:1.75rem;line-height:1}
.progress{display:flex;gap:.375rem;margin:0 0 1rem}
.progress i{flex:1;block-size:.5rem;border-radius:.25rem;border:1px solid var(--control)}
.progress .on{background:var(--accent);border-color:var(--accent)}
.points{padding-inline-start:1.25rem}
`;

const parts: Readonly<Record<ApprovalStylePart, string>> = {
  host: compact(host),
  items: compact(items),
  number: compact(number),
  options: compact(options),
  order: compact(order),
  payee: compact(payee),
  result: compact(result),
};

/** Returns the style of the parts that a page needs, besides the common style. */
export function approvalStyleOf(names: readonly (ApprovalStylePart | StylePart)[]): string {
  const own = names.filter((name) => isOwn(name)).map((name) => parts[name]);
  const shared = styleOf(names.filter((name) => !isOwn(name)));
  return [compact(frame), shared, ...own].filter((style) => style !== '').join('\n');
}

function isOwn(name: ApprovalStylePart | StylePart): name is ApprovalStylePart {
  return Object.hasOwn(parts, name);
}
