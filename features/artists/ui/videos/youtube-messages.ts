/* JSON messages between the page and YouTube's player. */

/** Messages of the player that are handled here. */
export type PlayerMessage =
  | { kind: 'ready' }
  | { kind: 'state'; state: 'playing' | 'paused' | 'ended' | 'other' }
  | { kind: 'error'; code: number }

/** Subscribes to the player's messages, which are not sent otherwise. */
export const listening = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })

/** Creates a command for the player. */
export function command(
  action: 'playVideo' | 'pauseVideo' | 'mute' | 'unMute' | 'setVolume' | 'addEventListener',
  ...args: unknown[]
): string {
  return JSON.stringify({ event: 'command', func: action, args, id: 1, channel: 'widget' })
}

const states: Record<string, 'playing' | 'paused' | 'ended'> = { '0': 'ended', '1': 'playing', '2': 'paused' }

/**
 * Parses a message of the player.
 *
 * @returns undefined for other messages.
 * @see https://developers.google.com/youtube/iframe_api_reference#Events
 */
export function parseMessage(data: unknown): PlayerMessage | undefined {
  if (typeof data !== 'string' || data.length > 65_536) return undefined
  const parsed = parse(data)
  if (!parsed) return undefined
  const { event, info } = parsed
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
