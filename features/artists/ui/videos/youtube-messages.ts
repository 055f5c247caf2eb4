/* How a page and YouTube's player talk: texts of JSON from window to window. */

/** What the player says that matters here. */
export type PlayerMessage =
  | { kind: 'ready' }
  | { kind: 'state'; state: 'playing' | 'paused' | 'ended' | 'other' }
  | { kind: 'error'; code: number }

/** Asks the player to tell what it does; it tells nobody who did not ask. */
export const listening = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })

/** Tells the player to do something. */
export function command(
  act: 'playVideo' | 'pauseVideo' | 'mute' | 'unMute' | 'setVolume' | 'addEventListener',
  ...args: unknown[]
): string {
  return JSON.stringify({ event: 'command', func: act, args, id: 1, channel: 'widget' })
}

const states: Record<string, 'playing' | 'paused' | 'ended'> = { '0': 'ended', '1': 'playing', '2': 'paused' }

/**
 * Understands one message of the player.
 *
 * @returns undefined for what is none, or means nothing here.
 * @see https://developers.google.com/youtube/iframe_api_reference#Events
 */
export function parseMessage(data: unknown): PlayerMessage | undefined {
  if (typeof data !== 'string' || data.length > 65_536) return undefined
  const told = parse(data)
  if (!told) return undefined
  const { event, info } = told
  if (event === 'onReady' || event === 'initialDelivery') return { kind: 'ready' }
  if (event === 'onError' && typeof info === 'number') return { kind: 'error', code: info }
  const state =
    event === 'onStateChange'
      ? info
      : event === 'infoDelivery'
        ? (info as { playerState?: unknown } | null)?.playerState
        : undefined
  return typeof state === 'number' ? { kind: 'state', state: states[String(state)] ?? 'other' } : undefined
}

function parse(text: string): { event?: unknown; info?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
