import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line to a site on which the rest of a page is a while on its way. */
export type HaltingLine = {
  origin: string
  /** The next pages halt behind the first place this matches; without it they come in one go. */
  haltAfter: RegExp | undefined
  stop(): void
}

/** @param haltMs How long a page halts, once. A page that does not hold what it is to halt after never ends, so that a test notices. */
export async function startHaltingLine(siteOrigin: string, haltMs: number): Promise<HaltingLine> {
  const { host } = new URL(siteOrigin)
  const server = createServer((asked, answer) => {
    const isPage = asked.headers.accept?.includes('text/html')
    const headers = { ...asked.headers, host, ...(isPage && { 'accept-encoding': 'identity' }) }
    const onward = request(new URL(asked.url ?? '/', siteOrigin), { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      const { haltAfter } = line
      if (!isPage || !haltAfter) return void given.pipe(answer)
      void given.toArray().then((chunks: Buffer[]) => {
        const page = Buffer.concat(chunks).toString()
        const found = haltAfter.exec(page)
        if (!found) return
        const at = found.index + found[0].length
        answer.write(page.slice(0, at))
        setTimeout(() => answer.end(page.slice(at)), haltMs)
      })
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: HaltingLine = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    haltAfter: undefined,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return line
}
