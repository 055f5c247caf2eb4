import { listKeptBooks, readNote } from './book-cache.ts'

/** The page in place of a book that is not on this device, while there is no connection: it says so, and which books are. */
export async function offlineDocument(): Promise<Response> {
  const books = await Promise.all((await listKeptBooks()).map(async (id) => ({ id, note: await readNote(id) })))
  const kept = books.flatMap(({ id, note }) => (note ? [`<li><a href="/book/${id}/read">${escaped(note.title)}</a></li>`] : []))
  const list = kept.length > 0 ? `<p>Saved on this device:</p><ul>${kept.join('')}</ul>` : ''
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>You are offline</title><style>body{margin:0;padding:2rem;background:#0f0c09;color:#efe9df;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36em;margin:10vh auto}h1{font-size:2rem;line-height:1.1}a{color:#ff8a3d;display:inline-block;padding:.6rem 0}ul{padding-left:1.2rem}</style></head>
<body><main><h1>You are offline</h1><p>This book is not saved on this device. It opens when you are connected again.</p>${list}</main></body></html>`
  return new Response(html, {
    status: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" },
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
