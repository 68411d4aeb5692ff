/**
 * One column, large enough to read, in the colours of the bank and the user's colour scheme. Logical properties only,
 * so that right-to-left needs no rules of its own; no animations, so that no reduced-motion rule is needed.
 */
export const pageStyle = compact(`
*{box-sizing:border-box}
body{margin:0;min-block-size:100vh;padding:clamp(.75rem,3vw,2rem) clamp(.5rem,3vw,1rem);display:flex;
flex-direction:column;align-items:center;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 var(--font);
overflow-wrap:anywhere}
body>*{inline-size:100%;max-inline-size:30rem}
body>main{padding:clamp(1.25rem,6vw,2.5rem);background:var(--paper);border:1px solid var(--line);
border-radius:calc(var(--radius)*1.5);box-shadow:0 1px 2px #0000000a,0 8px 24px #0000000f}
body>header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem;
padding:0 .25rem 1rem}
body>header img{display:block;block-size:2.25rem;inline-size:auto;max-inline-size:100%}
body>footer{padding:1.25rem .25rem;color:var(--quiet);font-size:.875rem}
body>footer p{margin:0 0 .375rem}
.bank{font-size:1.125rem;font-weight:700}
nav{position:relative}
nav ul{position:absolute;z-index:1;inset-inline-end:0;min-inline-size:11rem;margin:.25rem 0;padding:.375rem;
list-style:none;background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);
box-shadow:0 8px 24px #00000026}
nav a{display:block;padding:.5rem .75rem;min-block-size:2.75rem}
nav [aria-current]{font-weight:700}
h1{margin:0 0 .75rem;font-size:1.625rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 1rem}
a{color:var(--link)}
.hint{margin:0 0 .5rem;color:var(--quiet);font-size:.9375rem}
button,.action{display:inline-block;min-block-size:2.75rem;padding:.5rem 1rem;border:1px solid transparent;
border-radius:var(--radius);background:none;color:var(--link);font:inherit;cursor:pointer}
.action{min-block-size:3rem;padding:.6875rem 1.25rem;background:var(--accent);color:var(--accent-ink);font-weight:600;
text-align:center;text-decoration:none}
.passkey,main>form+form{margin-block-start:.75rem}
main .wide{inline-size:100%;min-block-size:3.125rem}
.second{border-color:var(--control);background:var(--paper);font-weight:600}
button:hover,.action:hover,summary:hover{text-decoration:underline}
button[aria-busy]{opacity:.75}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.quiet{margin:1.5rem 0 0;padding:.75rem 0 0;border-block-start:1px solid var(--line)}
.quiet button{padding-inline:0;border:0;text-align:start;text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.fault,.notice{margin:0 0 1.25rem;padding:.75rem 1rem;border-inline-start:4px solid var(--fault);
border-radius:var(--radius);background:var(--fault-ground)}
.notice{border-color:var(--accent);background:var(--notice-ground)}
.fault :last-child,.notice :last-child{margin-block-end:0}
.fault strong{color:var(--fault)}
#time{position:sticky;inset-block-start:0;z-index:2}
details{margin:0 0 1rem}
nav details{margin:0}
nav summary{list-style:none}
nav summary::-webkit-details-marker{display:none}
nav summary::after{content:" ▾"/""}
summary{cursor:pointer;padding:.625rem 0;color:var(--link)}
code,bdi[dir]{font-variant-numeric:tabular-nums}
[hidden]{display:none!important}
@media(forced-colors:active){.action{border-color:ButtonText}}
@media print{body{background:none}nav,button,.action,#time{display:none}body>main{border:0;box-shadow:none;padding:0}}
`);

/** Removes line breaks and indentation, which would be sent with every page. */
export function compact(text: string): string {
  return text.replaceAll(/\n\s*/g, '\n').trim();
}
