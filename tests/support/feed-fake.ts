import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** An entry of the fake feed. */
export type FeedEntry = { title: string; link: string; summary?: string; at?: Date; id?: string }

/** A server with valid and invalid feeds. */
export type FeedFake = {
  origin: string
  /** `127.0.0.1:<port>`, for `NEWSLETTER_LOCAL_FEEDS`. */
  host: string
  requests: string[]
  /** Sets the entries of `/feed.xml`, `/atom.xml` and `/feed.json`. */
  publish(entries: readonly FeedEntry[]): void
  /** Sets the status of `/page` by URL; 200 by default. */
  answerPage(status: (url: string) => number): void
  close(): Promise<void>
}

/**
 * Starts the fake. `/feed.xml` (RSS), `/atom.xml`, `/feed.json`, `/packed.xml` and `/latin.xml` are feeds, `/moved`
 * redirects to the first, `/page` is a web page; `/hang`, `/drip`, `/huge`, `/packed-bomb`, `/bomb.xml`, `/deep.xml`,
 * `/page.html`, `/loop`, `/inside?to=…`, `/gone` behave as named.
 */
export async function startFeedFake(): Promise<FeedFake> {
  const requests: string[] = []
  let entries: readonly FeedEntry[] = []
  let statusOf: (url: string) => number = () => 200
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const url = new URL(request.url ?? '/', 'http://fake')
    const xml = { 'content-type': 'application/xml' }
    switch (url.pathname) {
      case '/feed.xml':
        return response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rss(entries))
      case '/atom.xml':
        return response.writeHead(200, { 'content-type': 'application/atom+xml' }).end(atom(entries))
      case '/feed.json':
        return response.writeHead(200, { 'content-type': 'application/feed+json' }).end(jsonFeed(entries))
      case '/packed.xml':
        return response.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end(gzipSync(rss(entries)))
      case '/latin.xml':
        return response.writeHead(200, xml).end(Buffer.from(rss(entries).replace('utf-8', 'iso-8859-1'), 'latin1'))
      case '/moved':
        return response.writeHead(301, { location: '/feed.xml' }).end()
      case '/page':
        return response
          .writeHead(statusOf(request.url ?? ''), { 'content-type': 'text/html' })
          .end('<!doctype html><title>A page</title>')
      case '/hang':
        return undefined
      case '/drip':
        return repeat(response.writeHead(200, xml), ' ', 20)
      case '/huge':
        return repeat(response.writeHead(200, xml), '<!-- more -->'.repeat(10_000), 1)
      case '/packed-bomb':
        return response
          .writeHead(200, { ...xml, 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)))
      case '/bomb.xml':
        return response.writeHead(200, xml).end(entityBomb())
      case '/deep.xml':
        return response.writeHead(200, xml).end(`<rss version="2.0"><channel>${'<a>'.repeat(200_000)}`)
      case '/page.html':
        return response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>No feed</title><p>Words.</p>')
      case '/loop':
        return response.writeHead(302, { location: '/loop' }).end()
      case '/inside':
        return response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end()
      default:
        return response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    requests,
    publish: (next) => void (entries = next),
    answerPage: (next) => void (statusOf = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function repeat(response: ServerResponse, text: string, everyMs: number): void {
  const timer = setInterval(() => response.write(text), everyMs)
  response.on('close', () => clearInterval(timer)).on('error', () => undefined)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const rss = (entries: readonly FeedEntry[]) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Field notes</title><link>https://notes.example/</link><description>Notes</description>
${entries
  .map(
    ({ title, link, summary = '', at, id }) => `<item><title>${escaped(title)}</title><link>${escaped(link)}</link>
<description>${escaped(summary)}</description>${id ? `<guid>${escaped(id)}</guid>` : ''}${at ? `<pubDate>${at.toUTCString()}</pubDate>` : ''}</item>`,
  )
  .join('\n')}
</channel></rss>`

const atom = (entries: readonly FeedEntry[]) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Field notes</title><id>urn:notes</id><updated>2026-01-01T00:00:00Z</updated>
${entries
  .map(
    ({ title, link, summary = '', at = new Date(0), id = link }) => `<entry><title>${escaped(title)}</title>
<link rel="self" href="https://notes.example/self"/><link rel="alternate" href="${escaped(link)}"/><id>${escaped(id)}</id>
<updated>${at.toISOString()}</updated><summary type="html">${escaped(summary)}</summary></entry>`,
  )
  .join('\n')}
</feed>`

const jsonFeed = (entries: readonly FeedEntry[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Field notes',
    items: entries.map(({ title, link, summary, at, id }) => ({
      id: id ?? link,
      url: link,
      title,
      content_html: summary ?? '',
      date_published: at?.toISOString(),
    })),
  })

function entityBomb(): string {
  const names = [...'bcdefghijk']
  const entities = names.map((name, index) => `<!ENTITY ${name} "${`&${index ? names[index - 1] : 'a'};`.repeat(10)}">`)
  return `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha">${entities.join('')}]><rss version="2.0"><channel><title>&k;</title></channel></rss>`
}
