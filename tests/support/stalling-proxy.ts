import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy to a site that can stall pages while they load. */
export type StallingProxy = {
  origin: string
  /** Stalls pages after the first match, and aborts them without a match; when unset, pages are passed through. */
  stallAfter: RegExp | undefined
  /** Sends the rest of stalled pages. */
  release(): void
  stop(): void
}

export async function startStallingProxy(siteOrigin: string): Promise<StallingProxy> {
  const { host } = new URL(siteOrigin)
  const halted: (() => void)[] = []
  const server = createServer((incoming, answer) => {
    const isPage = incoming.headers.accept?.includes('text/html')
    const headers = { ...incoming.headers, host, ...(isPage && { 'accept-encoding': 'identity' }) }
    const breakOff = () => answer.destroy()
    const onward = request(
      new URL(incoming.url ?? '/', siteOrigin),
      { method: incoming.method, headers },
      (upstream) => {
        answer.writeHead(upstream.statusCode ?? 502, upstream.headers)
        const { stallAfter } = line
        if (!isPage || !stallAfter) return void upstream.pipe(answer)
        upstream.toArray().then((chunks: Buffer[]) => {
          const page = Buffer.concat(chunks).toString()
          const found = stallAfter.exec(page)
          if (!found) return breakOff()
          const at = found.index + found[0].length
          answer.write(page.slice(0, at))
          halted.push(() => answer.end(page.slice(at)))
        }, breakOff)
      },
    )
    onward.on('error', breakOff)
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: StallingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stallAfter: undefined,
    release() {
      for (const goOn of halted.splice(0)) goOn()
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
  return line
}
