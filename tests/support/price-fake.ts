import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const solMint = 'So11111111111111111111111111111111111111112'

/** Price of a token at the fake. */
export type FakePrice = { usd: number; change?: number | null; liquidityUsd?: number }

/** Response of a price service: prices, any text, or a connection error. */
export type PriceScript =
  | { prices: Record<string, FakePrice> }
  | { body: string; status?: number; headers?: Record<string, string> }
  | { fault: 'hang' | 'hang-after-head' | 'drip' | 'endless' | 'half' | 'reset' | 'redirect' | 'loop' }

/** The three price services; see docs/decisions/020-prices.md. */
export type PriceService = 'jupiter' | 'dexscreener' | 'coingecko'

/** Fakes of all price services on one port. */
export type PriceFake = {
  origin: string
  /** Environment variables for a site. */
  env: Record<string, string>
  requests: { service: PriceService; url: string; headers: IncomingHttpHeaders; atMs: number }[]
  /** Sets the response of a service; by default it has no prices. */
  answer(service: PriceService, script: PriceScript): void
  /** Stops the server and all connections. */
  close(): Promise<void>
}

/** Starts the fake on a free port. Redirects lead to `/elsewhere`, which returns the price 6,666. */
export async function startPriceFake(): Promise<PriceFake> {
  const scripts: Record<PriceService, PriceScript> = {
    jupiter: { prices: {} },
    dexscreener: { prices: {} },
    coingecko: { prices: {} },
  }
  const requests: PriceFake['requests'] = []
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    response.on('error', () => undefined)
    if (url === '/elsewhere') return sendJson(response, { [solMint]: { usdPrice: 6_666 } })
    const service = serviceOf(url)
    if (!service) return void response.writeHead(404).end()
    requests.push({ service, url, headers: request.headers, atMs: performance.now() })
    const script = scripts[service]
    if ('fault' in script) return showFault(script.fault, url, response)
    if ('body' in script)
      return void response
        .writeHead(script.status ?? 200, { 'content-type': 'application/json', ...script.headers })
        .end(script.body)
    sendJson(response, inManner[service](script.prices, url))
  })
  server.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    env: { PRICE_SOURCES: 'on', JUPITER_BASE_URL: origin, DEXSCREENER_BASE_URL: origin, COINGECKO_BASE_URL: origin },
    requests,
    answer: (service, script) => void (scripts[service] = script),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function serviceOf(url: string): PriceService | undefined {
  if (url.startsWith('/price/v3?')) return 'jupiter'
  if (url.startsWith('/tokens/v1/solana/')) return 'dexscreener'
  return url.startsWith('/api/v3/simple/price?') ? 'coingecko' : undefined
}

const inManner: Record<PriceService, (prices: Record<string, FakePrice>, url: string) => unknown> = {
  jupiter(prices, url) {
    const wanted = new URL(url, 'http://fake').searchParams.get('ids')?.split(',') ?? []
    return Object.fromEntries(
      wanted.flatMap((mint) => {
        const price = prices[mint]
        if (!price) return []
        const { usd, change = null, liquidityUsd } = price
        return [
          [mint, { usdPrice: usd, priceChange24h: change, liquidity: liquidityUsd, decimals: 9, blockId: 348_004_023 }],
        ]
      }),
    )
  },
  dexscreener(prices, url) {
    const wanted = url.slice('/tokens/v1/solana/'.length).split(',')
    return wanted.flatMap((mint) => {
      const price = prices[mint]
      if (!price) return []
      const { usd, change, liquidityUsd = 0 } = price
      const pair = (address: string, priceUsd: number, depth: number) => ({
        chainId: 'solana',
        dexId: 'raydium',
        url: `https://dexscreener.com/solana/${address}`,
        pairAddress: address,
        baseToken: { address: mint, name: 'Token', symbol: 'TKN' },
        quoteToken: { address: solMint, name: 'Wrapped SOL', symbol: 'SOL' },
        priceNative: '0.0001',
        priceUsd: String(priceUsd),
        priceChange: change == null ? {} : { h1: 9, h24: change },
        liquidity: { usd: depth, base: 1, quote: 1 },
      })
      // Further pools: one with low liquidity, and one with the token as the quote token.
      return [
        pair('ShallowPool', usd * 7, liquidityUsd / 10),
        pair('DeepPool', usd, liquidityUsd),
        {
          ...pair('OtherPool', usd * 9, liquidityUsd * 100),
          baseToken: { address: 'Other', name: 'Other', symbol: 'OTH' },
        },
      ]
    })
  },
  coingecko(prices) {
    const price = prices[solMint]
    return price
      ? {
          solana: {
            usd: price.usd,
            usd_24h_change: price.change ?? null,
            last_updated_at: Math.floor(Date.now() / 1000),
          },
        }
      : {}
  },
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function showFault(fault: (PriceScript & { fault: string })['fault'], url: string, response: ServerResponse): void {
  const json = { 'content-type': 'application/json' }
  const begin = `{"${solMint}":{"usdPrice":`
  const every = (ms: number, text: string) => {
    const timer = setInterval(() => response.write(text), ms)
    response.on('close', () => clearInterval(timer))
  }
  switch (fault) {
    case 'hang':
      return
    case 'hang-after-head':
      return void response.writeHead(200, json).write(begin)
    case 'drip':
      response.writeHead(200, json).write(begin)
      return every(100, '1')
    case 'endless':
      response.writeHead(200, { ...json, 'content-length': String(10 * 1024 ** 3) }).write(begin)
      return every(1, '1'.repeat(65_536))
    case 'half':
      response.writeHead(200, { ...json, 'content-length': '500' }).write(`${begin}150`)
      return void setTimeout(() => response.destroy(), 20)
    case 'reset':
      return void response.socket?.destroy()
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end()
    case 'loop':
      return void response.writeHead(308, { location: url }).end()
  }
}
