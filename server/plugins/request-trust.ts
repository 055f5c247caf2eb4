import { isIP } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Clock } from '#platform/clock.ts'
import { forwardedClient } from '#platform/forwarded-client.ts'
import { isInternalAddress, type TrustedProxies } from '#platform/trusted-proxies.ts'
import { AppError } from '#shared/errors.ts'

type Options = { proxies: TrustedProxies | undefined; log: FastifyBaseLogger; clock: Clock }

/** Peers whose `X-Forwarded-For` the configuration does not settle; the first of each kind is reported. */
type Sighting = { kind: 'internal' | 'unlisted' | 'public'; peer: string; since: Date }

const loopback = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i

/**
 * Decides whose address a request counts for, and reports proxies that the configuration does not mention.
 *
 * - With `TRUSTED_PROXIES`, exactly those are believed.
 * - Without it, an address of this machine or of a private network is almost always a proxy. The visitor it names is
 *   believed for now, since all visitors would share one limit otherwise, and the limits of all of them together are
 *   bounded by `forwardedClient`. On public addresses anyone can invent the header, so it changes nothing.
 */
export function createRequestTrust({ proxies, log, clock }: Options) {
  const sightings: Sighting[] = []

  function report(address: string): void {
    const peer = address.replace(/^::ffff:(?=\d+\.)/i, '')
    const kind = proxies === undefined ? (isInternalAddress(peer) ? 'internal' : 'public') : 'unlisted'
    if (sightings.some((one) => one.kind === kind)) return
    sightings.push({ kind, peer, since: clock.now() })
    // A public address may be a visitor's, so it is shown in the admin only.
    log.warn(
      kind === 'public' ? {} : { proxy: peer },
      'request from an unlisted proxy: TRUSTED_PROXIES does not name it',
    )
  }

  const isReported = (peer: string, isTrusted: boolean) =>
    proxies === undefined || (proxies !== 'none' && !isTrusted && isInternalAddress(peer))

  const plugin = fastifyPlugin(async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, _reply, done) => {
      if (request.headers['x-forwarded-for'] !== undefined) {
        const peer = request.socket.remoteAddress ?? ''
        request.raw.headers['x-forwarded-for'] = forwardedAddresses(request) ?? peer
        // A visitor on the machine of the proxy has the same address as the proxy.
        if (isReported(peer, (request.ips?.length ?? 0) > 1)) report(peer)
      }
      done()
    })
    // Reading a body loses the context, so it begins after that.
    app.addHook('preHandler', (request, _reply, done) => {
      const proxy = request.socket.remoteAddress ?? ''
      if (proxies !== undefined || request.ip === proxy) return done()
      forwardedClient.run({ address: request.ip, proxy }, done)
    })
  })

  return {
    plugin,
    /** Value of the HTTP server's option `trustProxy`. */
    trustProxy: trustOf(proxies),
    actionItems: {
      kinds: ['proxy'],
      list: async () => sightings.map(toActionItem),
      runAction: settleInConfiguration,
      undo: settleInConfiguration,
    },
  }
}

/** Decisions about the client address of requests. */
export type RequestTrust = ReturnType<typeof createRequestTrust>

function trustOf(proxies: TrustedProxies | undefined): NonNullable<FastifyServerOptions['trustProxy']> {
  if (proxies === 'none') return false
  // Beyond the nearest proxy only others on its own machine are skipped.
  return proxies ?? ((address, hop) => (hop === 0 ? isInternalAddress(address) : loopback.test(address)))
}

/**
 * Returns the addresses of `X-Forwarded-For` without ports, which some proxies add and which would make every
 * connection a new client. The list begins after the last entry that is no address.
 */
function forwardedAddresses({ headers }: FastifyRequest): string | undefined {
  const entries = [headers['x-forwarded-for']].flat().join(',').split(',')
  const addresses = entries.map((entry) => addressOf(entry.trim()))
  return addresses.slice(addresses.lastIndexOf('') + 1).join(', ') || undefined
}

function addressOf(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(entry) ?? []
  const address = bracketed ?? plain ?? entry
  return isIP(address) && !address.includes('%') ? address : ''
}

function toActionItem({ kind, peer, since }: Sighting) {
  const title = {
    internal: 'Requests come through an unknown proxy',
    unlisted: 'Requests come through an unknown proxy',
    public: 'TRUSTED_PROXIES is not set',
  }[kind]
  const detail = {
    internal: `Requests come through ${peer}, but TRUSTED_PROXIES is not set. All visitors behind that address share one rate limit, which is ten times the limit for one visitor. Set TRUSTED_PROXIES=${peer} and restart, or TRUSTED_PROXIES=none if ${peer} is not your proxy.`,
    unlisted: `Requests come through ${peer}, but TRUSTED_PROXIES does not include it. All visitors behind that address share one rate limit. Add ${peer} and restart, or ignore this if ${peer} is not your proxy.`,
    public: `A request from ${peer} had the header X-Forwarded-For. If that is your proxy, all its visitors share one rate limit: set TRUSTED_PROXIES=${peer} and restart. If no proxy is in front of this site, set TRUSTED_PROXIES=none.`,
  }[kind]
  return {
    key: `proxy:${kind}`,
    severity: 'promise' as const,
    title,
    detail,
    since: since.toISOString(),
    href: '/admin/settings#health',
  }
}

async function settleInConfiguration(): Promise<void> {
  throw new AppError('conflict', 'Set TRUSTED_PROXIES in the configuration and restart.')
}
