import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** A server that helps browsers to reach each other, in the shape that `RTCPeerConnection` takes. */
export type IceServer = { urls: string[]; username?: string; credential?: string }

const address = z
  .string()
  .max(300)
  .regex(
    /^(?:stuns?|turns?):(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/,
    'must be an address such as stun:stun.example:3478 or turns:turn.example:5349?transport=tcp',
  )
const secretText = z.string().min(1).max(500)
const isRelay = (url: string) => /^turns?:/.test(url)

const serverSchema = z
  .strictObject({
    urls: z.preprocess((urls) => (typeof urls === 'string' ? [urls] : urls), z.array(address).min(1).max(8)),
    username: secretText.optional(),
    credential: secretText.optional(),
    secret: secretText.optional(),
  })
  .superRefine(({ urls, username, credential, secret }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const hasLogin = username !== undefined && credential !== undefined
    if ((username === undefined) !== (credential === undefined)) refuse('needs username and credential together')
    else if (hasLogin && secret !== undefined) refuse('needs either username and credential or secret, not both')
    else if (urls.some(isRelay) && !hasLogin && secret === undefined)
      refuse('needs username and credential, or secret, for a TURN server')
    else if (!urls.some(isRelay) && (hasLogin || secret !== undefined)) refuse('has a password, but no TURN server')
  })

/** A configured server: STUN, or TURN with a fixed password or with the secret from which passwords are derived. */
export type ConfiguredIceServer = z.output<typeof serverSchema>

/** Environment variables of the voice chat; part of the schema in config.ts. */
export const voiceChatSettings = {
  VOICE_CHAT: z.enum(['on', 'off']).default('on'),
  ICE_SERVERS: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({
          code: 'custom',
          message: 'must be JSON, such as [{"urls":"stun:stun.example:3478"}]',
        })
        return z.NEVER
      }
    })
    .pipe(z.array(serverSchema, 'must be a JSON list of servers').max(8))
    .default([]),
}

/** Time in seconds for which a derived TURN password is valid. */
const passwordSeconds = 4 * 60 * 60

/**
 * Returns the servers as a browser gets them. A server with a secret gets a password that ends after four hours, so
 * that nobody can use the relay for good.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-uberti-behave-turn-rest-00
 */
export function iceServersAt(servers: readonly ConfiguredIceServer[], nowMs: number): IceServer[] {
  return servers.map(({ urls, username, credential, secret }) => {
    if (secret !== undefined) {
      const name = String(Math.floor(nowMs / 1000) + passwordSeconds)
      return { urls, username: name, credential: createHmac('sha1', secret).update(name).digest('base64') }
    }
    return username !== undefined && credential !== undefined ? { urls, username, credential } : { urls }
  })
}

/** Returns the hosts of the configured servers, which visitors are told before they talk. */
export function iceHosts(servers: readonly ConfiguredIceServer[]): { helpers: string[]; relays: string[] } {
  const hostOf = (url: string) =>
    url
      .replace(/^[a-z]+:/, '')
      .replace(/\?.*$/, '')
      .replace(/:\d+$/, '')
  const urls = servers.flatMap((server) => server.urls)
  const hosts = (list: string[]) => [...new Set(list.map(hostOf))]
  return { helpers: hosts(urls.filter((url) => !isRelay(url))), relays: hosts(urls.filter(isRelay)) }
}
