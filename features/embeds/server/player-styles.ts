/**
 * Style sheet of the players. It is part of the document, which saves the frame a request, and uses system fonts for
 * the same reason. The colors are those of the site.
 */
export const playerStyles = `
:root{color-scheme:dark;--plate:oklch(.21 .014 60);--groove:oklch(.34 .016 60);--sand:oklch(.94 .02 85);--dust:oklch(.78 .02 80);--live:oklch(.74 .18 47)}
*{box-sizing:border-box;margin:0}
html,body{height:100%}
body{display:grid;align-items:center}
body{background:var(--plate);color:var(--sand);font:400 1rem/1.4 ui-sans-serif,system-ui,sans-serif}
.player{display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:1fr auto auto;column-gap:1rem;height:100%;max-height:14rem;min-height:7.5rem;padding:.75rem;border:1px solid var(--groove)}
img{grid-row:1/4;align-self:center;width:min(8rem,28vw);height:auto;aspect-ratio:1;object-fit:cover;background:oklch(.16 .012 60)}
.words{align-self:center;min-width:0}
h1{font-size:1.0625rem;font-weight:650;letter-spacing:-.01em}
h1 a{color:inherit;text-decoration:none;display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding-block:.1rem}
h1 a:hover{color:var(--live);text-decoration:underline;text-underline-offset:.25em}
.subtitle{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--dust);font-size:.9375rem}
.badge{font:500 .6875rem/1.6 ui-monospace,monospace;letter-spacing:.06em;text-transform:uppercase;color:var(--dust)}
audio{width:100%;height:2.75rem}
.controls:not([hidden]){display:flex;align-items:center;gap:.75rem}
.controls:not([hidden])~audio{display:none}
button{flex:none;width:2.75rem;height:2.75rem;border:0;border-radius:2px;background:var(--live);color:oklch(.16 .012 60);cursor:pointer;display:grid;place-items:center}
button:hover{background:var(--sand)}
button svg{width:1.25rem;height:1.25rem;fill:currentColor}
input{flex:1;min-width:0;height:2.75rem;accent-color:var(--live);cursor:pointer}
.time{font:400 .75rem/1 ui-monospace,monospace;font-variant-numeric:tabular-nums;color:var(--dust);white-space:nowrap}
.status{grid-column:2;font-size:.8125rem;color:var(--dust);min-height:1.2em}
:focus-visible{outline:2px solid var(--live);outline-offset:2px}
button:focus-visible{outline-color:var(--sand)}
@media (max-width:22rem){img{display:none}.player{grid-template-columns:minmax(0,1fr)}.status{grid-column:1}}
@media (max-height:9rem){.status{min-height:0}.badge{display:none}}
`
