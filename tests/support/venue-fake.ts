import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the room behaves when it is entered. */
export type RoomBehavior =
  /** Comes, and says hello. */
  | 'kind'
  /** Takes a visitor's request and never answers; to machines that ask first it is kind. */
  | 'silent'
  /** Comes, and tells browsers to show it in no other page. */
  | 'refusing'
  /** Answers that it is broken. */
  | 'broken'
  /** Comes, and tries to lead the page around it away, to ask it for a wallet, and to take its sound. */
  | 'hostile'

/** A room service of the shape the venue knows: a page for each room and a form of it for frames. */
export type VenueFake = {
  origin: string
  /** What the owner pastes: the room's page. */
  roomUrl: string
  /** With its port, as local hosts are named to the site. */
  host: string
  /** Everything it was asked for, as paths with their search. */
  asked(): string[]
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

/** Starts a room on a free port of this machine. */
export async function startVenueFake(): Promise<VenueFake> {
  const asked: string[] = []
  const waiting = new Set<ServerResponse>()
  let manner: RoomBehavior = 'kind'
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
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
    asked: () => [...asked],
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
