import { compact } from '#platform/html/page-style.ts';

/** Optional parts of the style. Each page includes only those it needs. */
export type StylePart =
  | 'access'
  | 'choices'
  | 'fields'
  | 'lists'
  | 'messages'
  | 'passwords'
  | 'picture'
  | 'pictures'
  | 'things';

const fields = `
label{display:block;margin:0 0 .25rem;font-weight:600}
.needed{color:var(--quiet);font-size:.875rem;font-weight:400}
input:not([type=radio],[type=checkbox]){inline-size:100%;min-block-size:3rem;padding:.625rem .75rem;border:1px solid var(--control);
border-radius:var(--radius);background:var(--field);color:var(--ink);font:inherit}
input[aria-invalid]{border:2px solid var(--fault)}
.code{font-size:1.375rem;letter-spacing:.15em;font-variant-numeric:tabular-nums}
.field{margin:0 0 1.25rem}
`;

const passwords = `
.pair{display:flex;gap:.5rem}
.pair input{min-inline-size:0}
.pair button{flex:none}
input.unseen{inline-size:1px;min-block-size:0;block-size:1px;padding:0;border:0}
`;

const choices = `
fieldset{margin:0 0 1.25rem;padding:0;border:0}
legend{padding:0;margin:0 0 .5rem;font-weight:600}
.choice{display:flex;gap:.75rem;align-items:center;margin:0 0 .5rem;padding:.75rem 1rem;min-block-size:3rem;
border:1px solid var(--control);border-radius:var(--radius);font-weight:400;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{flex:none;inline-size:1.25rem;block-size:1.25rem;margin:0;accent-color:var(--accent)}
@media(forced-colors:active){.choice:has(:checked){outline:2px solid Highlight}}
`;

const things = `
h2{margin:2rem 0 .5rem;font-size:1.1875rem;line-height:1.3}
.things{margin:0 0 1rem;padding:0;list-style:none}
.things>li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center;
padding:.75rem 0;border-block-start:1px solid var(--line)}
.things>li>div{flex:1 1 14rem}
.things p{margin:0;color:var(--quiet);font-size:.9375rem}
.things strong{color:var(--ink)}
a.second{display:inline-block;min-block-size:2.75rem;padding:.5rem 1rem;border:1px solid var(--control);
border-radius:var(--radius);text-decoration:none;text-align:center}
`;

const lists = `
.points{padding-inline-start:1.25rem}
.points li{margin:0 0 .375rem}
`;

const picture = `
.who{display:flex;align-items:center;gap:.75rem;margin:0 0 1rem}
.who+.hint{margin-block-end:1.25rem}
.who img{inline-size:4rem;block-size:4rem;object-fit:cover;border-radius:var(--radius)}
`;

/** Pictures to choose from; those of a right-to-left page run from right to left. */
const pictures = `
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(6rem,1fr));gap:.75rem;margin:0 0 1.25rem}
.pictures .choice{flex-direction:column;margin:0;padding:.75rem;gap:.5rem}
.pictures img{inline-size:4.5rem;block-size:4.5rem;border-radius:var(--radius)}
`;

/** Facts of a consent, days of reads, and the two lists of consents. */
const access = `
.facts{margin:0 0 1.25rem}
.facts>div{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.5rem 0;
border-block-start:1px solid var(--line)}
dt{flex:0 0 6.5rem;color:var(--quiet);font-size:.9375rem}
@media(max-width:26rem){dt{flex-basis:100%}}
dd{flex:1 1 11rem;min-inline-size:0;margin:0}
dd>span{display:block}
dd ul{margin:0;padding-inline-start:1.125rem}
.days{margin:0 0 1rem;padding:0;list-style:none}
.days li{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .75rem;padding:.375rem 0;border-block-start:1px solid var(--line)}
.facts bdi[dir]{font-size:.9375rem}
time{white-space:nowrap}
.days time{flex:0 0 7.5rem}
.things a strong{color:inherit}
.days span{flex:1 1 7rem;color:var(--quiet);font-size:.9375rem}
.tabs{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0 0 1rem;padding:0;list-style:none;
border-block-end:1px solid var(--line)}
.tabs a{display:block;padding:.625rem 0;text-decoration:none}
.tabs [aria-current]{color:var(--ink);font-weight:700;box-shadow:inset 0 -3px 0 var(--accent)}
.whose{margin:0 0 1.25rem;padding:0;list-style:none}
.whose a{display:block;padding:.625rem .875rem;border-inline-start:3px solid var(--line);text-decoration:none}
.whose [aria-current]{border-color:var(--accent);color:var(--ink);font-weight:700}
.things a:not(.second),.quiet a,.pages a{display:inline-block;padding:.5rem 0}
.pages{display:flex;flex-wrap:wrap;gap:0 1.25rem}
@media(forced-colors:active){.tabs [aria-current],.whose [aria-current]{outline:2px solid Highlight}}
`;

/** Messages: unread ones in a list, and a body whose tables may be wider than the page. */
const messages = `
.new{display:inline-block;padding:0 .5rem;border-radius:var(--radius);background:var(--notice-ground)}
.messages>li:first-child{border:0}
.message{margin:1.25rem 0 1.5rem;overflow-x:auto}
.message>:first-child{margin-block-start:0}
.message table{border-collapse:collapse}
.message td,.message th{padding:.25rem .75rem .25rem 0;text-align:start;vertical-align:top}
`;

const parts: Readonly<Record<StylePart, string>> = {
  access: compact(access),
  choices: compact(choices),
  fields: compact(fields),
  lists: compact(lists),
  messages: compact(messages),
  passwords: compact(passwords),
  picture: compact(picture),
  pictures: compact(pictures),
  things: compact(things),
};

/** Returns the style of the parts that a page needs, besides the common style. */
export function styleOf(names: readonly StylePart[]): string {
  return names.map((name) => parts[name]).join('\n');
}
