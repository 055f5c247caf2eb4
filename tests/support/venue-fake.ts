import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Behavior of the fake room. */
export type RoomBehavior =
  /** Loads normally. */
  | 'kind'
  /** Never responds to browsers, but responds to server checks. */
  | 'silent'
  /** Loads, but forbids framing. */
  | 'refusing'
  /** Returns an error status. */
  | 'broken'
  /** Loads and attacks the parent page. */
  | 'hostile'

/** A fake of the virtual venue service. */
export type VenueFake = {
  origin: string
  /** URL of the room, as set by the owner. */
  roomUrl: string
  /** Host with port, for the local hosts setting. */
  host: string
  /** Returns requested paths with queries. */
  requests(): string[]
  behave(manner: RoomBehavior): void
  stop(): Promise<void>
}

const name = 'Swade-Hall-62f1a0b3c4d5e6f708192a3b'

const attacks = `
  try { top.location.href = 'https://elsewhere.example/' } catch (error) {}
  try { parent.document.title = 'taken' } catch (error) {}
  try { open('https://elsewhere.example/', '_top') } catch (error) {}
  parent.postMessage({ type: 'connect-wallet', method: 'connect' }, '*')
  document.title = window.phantom || window.solana ? 'a wallet is here' : 'no wallet is here'
`

/** Starts the fake on a free port. */
export async function startVenueFake(): Promise<VenueFake> {
  const requests: string[] = []
  const waiting = new Set<ServerResponse>()
  let manner: RoomBehavior = 'kind'
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (manner === 'silent' && request.headers['sec-fetch-dest'] === 'iframe') return void waiting.add(response)
    response.writeHead(manner === 'broken' ? 503 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(manner === 'refusing' ? { 'content-security-policy': "frame-ancestors 'none'" } : {}),
    })
    const script = manner === 'hostile' ? `<script>${attacks}</script>` : ''
    response.end(
      `<!doctype html><html lang="en"><head><title>Room</title><link rel="icon" href="data:,"></head><body><h1>Swade Hall</h1>${script}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    host: new URL(origin).host,
    roomUrl: `${origin}/s/${name}?share=7`,
    requests: () => [...requests],
    behave(next) {
      manner = next
      for (const response of waiting) response.destroy()
      waiting.clear()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
