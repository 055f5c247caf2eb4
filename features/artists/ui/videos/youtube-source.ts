import { type RefObject, useEffect } from 'react'
import { addSource, getSpeaker } from '#ui/audio/speaker.ts'
import { youtubeOrigin } from '#features/artists/youtube.ts'
import { command, listening, parseMessage } from './youtube-messages.ts'
import { createPlayerSync } from './youtube-sync.ts'

const pollIntervalMs = 400
const maxRequests = 20

type PlayerCallbacks = { onReady(): void; onError(code: number): void }

/**
 * Makes YouTube's player in a frame an audio source. It starts at once because the visitor requested it, pauses when
 * other audio starts, and becomes the active source again when the visitor presses play inside.
 *
 * @param id Identifies the same video in every tab.
 * @param callbacks Stable functions for the lifetime of the frame.
 */
export function useYouTubeSource(
  frame: RefObject<HTMLIFrameElement | null>,
  id: string,
  { onReady, onError }: PlayerCallbacks,
): void {
  useEffect(() => {
    const player = frame.current
    if (!player) return
    let isReady = false
    let isMuted = false
    let volume = 100
    // Until the player responds, the frame contains an empty page, which must not receive messages.
    const send = (text: string) => isReady && player.contentWindow?.postMessage(text, youtubeOrigin)

    const source = addSource({
      id,
      kind: 'video',
      abilities: { canSeek: false, returns: false },
      controls: {
        toggle: () => sync.toggle(),
        toggleMute() {
          isMuted = !isMuted
          send(command(isMuted ? 'mute' : 'unMute'))
        },
        nudgeVolume(by) {
          volume = Math.min(100, Math.max(0, volume + 100 * by))
          send(command('setVolume', volume))
        },
      },
      start: () => sync.start(),
      stop: () => sync.stop(),
    })
    const sync = createPlayerSync({
      source,
      isOwner: () => getSpeaker().owner?.id === id,
      isPressed: () => isPressedInside(player),
      send: (action) => send(command(action)),
    })

    const receive = ({ origin, source: from, data }: MessageEvent) => {
      if (origin !== youtubeOrigin || from !== player.contentWindow) return
      const message = parseMessage(data)
      if (!message) return
      if (!isReady) {
        isReady = true
        onReady()
        for (const event of ['onStateChange', 'onError']) send(command('addEventListener', event))
        sync.ready()
      }
      if (message.kind === 'error') {
        source.failed()
        onError(message.code)
      }
      if (message.kind === 'state') sync.receive(message.state)
    }
    window.addEventListener('message', receive)
    // The player ignores messages before it has loaded and does not report when that is, so the subscription is
    // repeated a limited number of times.
    let requestCount = 0
    const requestTimer = setInterval(() => {
      if (isReady || requestCount === maxRequests) return clearInterval(requestTimer)
      if (!player.dataset.loaded) return
      requestCount += 1
      player.contentWindow?.postMessage(listening, youtubeOrigin)
    }, pollIntervalMs)
    source.play()
    return () => {
      clearInterval(requestTimer)
      window.removeEventListener('message', receive)
      source.dispose()
    }
  }, [frame, id, onReady, onError])
}

/**
 * Returns whether the visitor has just clicked inside a cross-origin frame, for which there is no event. A click in a
 * frame activates the parent pages too and moves the focus into it; a click elsewhere moves the focus away.
 *
 * @returns undefined if the browser does not expose user activation.
 * @see https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
 */
function isPressedInside(frame: HTMLIFrameElement): boolean | undefined {
  const activation = (navigator as Partial<Navigator>).userActivation
  return activation && activation.isActive && document.activeElement === frame
}
