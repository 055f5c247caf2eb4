/*
 * Parts of service workers: the types of their scope, since TypeScript's own conflict with those of pages, and the page
 * that they show while there is no connection.
 */

/** An event that the browser waits for. */
type WorkerLifecycleEvent = Event & { waitUntil(work: Promise<unknown>): void }

/** A fetch event; `respondWith` must be called synchronously. */
export type WorkerFetchEvent = WorkerLifecycleEvent & {
  readonly request: Request
  /** Response to a navigation that the browser requested while it started the worker. */
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

/** Global scope of a service worker. */
export type WorkerScope = {
  location: Location
  clients: { claim(): Promise<void> }
  registration: { navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', listener: (event: WorkerLifecycleEvent) => void): void
  addEventListener(kind: 'fetch', listener: (event: WorkerFetchEvent) => void): void
}

/** Content of an offline page; `links` follow the line `saved`. */
type OfflinePage = {
  language: string
  title: string
  hint: string
  saved: string
  links: readonly { path: string; title: string }[]
  /** Label of a link that loads the page again. */
  retry?: string
}

/** Returns a page that needs no other file, with status 503. */
export function offlineResponse({ language, title, hint, saved, links, retry }: OfflinePage): Response {
  const items = links.map(({ path, title: name }) => `<li><a href="${escaped(path)}">${escaped(name)}</a></li>`)
  const list = items.length > 0 ? `<p>${escaped(saved)}</p><ul>${items.join('')}</ul>` : ''
  const again = retry ? `<p><a href="">${escaped(retry)}</a></p>` : ''
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><style>body{margin:0;padding:2rem;background:#0f0c09;color:#efe9df;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36em;margin:10vh auto}h1{font-size:2rem;line-height:1.1}a{color:#ff8a3d;display:inline-block;padding:.6rem 0}ul{padding-left:1.2rem}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(hint)}</p>${again}${list}</main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
