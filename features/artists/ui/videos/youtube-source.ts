import { type RefObject, useEffect } from 'react'
import { addSource, getSpeaker } from '#ui/audio/speaker.ts'
import { youtubeOrigin } from '#features/artists/youtube.ts'
import { command, listening, parseMessage } from './youtube-messages.ts'
import { createPlayerSync } from './youtube-sync.ts'

const askEveryMs = 400
const maxRequests = 20

type PlayerCallbacks = { onReady(): void; onError(code: number): void }

/**
 * Makes YouTube's player in a frame a source of the speaker: it takes it at once, for it was asked for, gives way to
 * whatever else is played, and takes it again when somebody presses play inside.
 *
 * @param id Names the same film in every tab.
 * @param tellings The same functions for as long as the frame is there.
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
    // Until the player answers, another page (an empty one) is in the frame, and must not be spoken to.
    const send = (text: string) => isReady && player.contentWindow?.postMessage(text, youtubeOrigin)

    const source = addSource({
      id,
      kind: 'film',
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
      send: (act) => send(command(act)),
    })

    const hear = ({ origin, source: from, data }: MessageEvent) => {
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
      if (message.kind === 'state') sync.hear(message.state)
    }
    window.addEventListener('message', hear)
    // It hears nothing before it has loaded, and does not say when that is; what is there instead, when it is out of
    // reach, is not asked for ever.
    let asked = 0
    const asking = setInterval(() => {
      if (isReady || asked === maxRequests) return clearInterval(asking)
      if (!player.dataset.loaded) return
      asked += 1
      player.contentWindow?.postMessage(listening, youtubeOrigin)
    }, askEveryMs)
    source.play()
    return () => {
      clearInterval(asking)
      window.removeEventListener('message', hear)
      source.dispose()
    }
  }, [frame, id, onReady, onError])
}

/**
 * Whether somebody has just pressed something inside a frame of another origin, of which no event is told here. A press
 * in a frame activates the pages around it too, and moves the focus into it; one elsewhere on the page takes the focus
 * with it.
 *
 * @returns Undefined where the browser does not tell activations.
 * @see https://html.spec.whatwg.org/multipage/interaction.html#tracking-user-activation
 */
function isPressedInside(frame: HTMLIFrameElement): boolean | undefined {
  const activation = (navigator as Partial<Navigator>).userActivation
  return activation && activation.isActive && document.activeElement === frame
}
