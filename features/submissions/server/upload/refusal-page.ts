/**
 * The page that answers a plain form which was refused. It stands behind the form in the browser's history, and going back to that keeps
 * everything typed and the file chosen: nothing of it needs to lie anywhere else.
 *
 * @param problem One sentence for the person who sent it.
 */
export function refusalPage(problem: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Not sent yet · Swade</title><style>
:root{color-scheme:dark}body{margin:0;padding:2rem 1.25rem;background:oklch(.16 .012 60);color:oklch(.94 .02 85);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:34em;margin:8vh auto;border:1px solid oklch(.34 .016 60);background:oklch(.21 .014 60);padding:clamp(1.5rem,5vw,2.5rem)}
small{font:.6875rem/1.45 ui-monospace,monospace;letter-spacing:.08em;text-transform:uppercase}small,.dust{color:oklch(.74 .02 80)}
h1{margin:.5rem 0 1.5rem;font-size:clamp(2rem,1.4rem + 2.6vw,3rem);line-height:1.05;text-wrap:balance}main>:last-child{margin-bottom:0}a{display:inline-block;min-height:2.75rem;padding:.6rem 0;color:inherit;text-underline-offset:4px}
a:focus-visible{outline:2px solid oklch(.74 .18 47);outline-offset:2px}.problem{border-left:2px solid oklch(.7 .18 22);padding-left:1rem}
</style></head><body><main><small>Swade Radio</small><h1>Your track was not sent</h1><p class="problem" role="alert">${escaped(problem)}</p>
<p>Press Back in your browser: what you typed still stands in the form. Change what is needed and submit it again.</p>
<p class="dust"><a href="/submit">Begin with an empty form</a></p></main></body></html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
