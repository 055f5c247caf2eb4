import { type RefObject, useEffect } from 'react'
import { addSource, getSpeaker } from './speaker.ts'

/**
 * Makes a video with native controls a source of the speaker: playing it silences other sources and vice versa.
 *
 * @param id Identifies the same video in all tabs.
 */
export function useVideoSource(videoRef: RefObject<HTMLVideoElement | null>, id: string): void {
  useEffect(() => {
    const video = videoRef.current
    if (!video) return
    // The element dispatches `pause` for every cause; this distinguishes our own pauses from the visitor's.
    let isOurPause = false
    const source = addSource({
      id,
      kind: 'video',
      abilities: { canSeek: true, returns: false },
      controls: {
        toggle: () => (video.paused ? void video.play() : video.pause()),
        toggleMute: () => (video.muted = !video.muted),
        nudgeVolume: (by) => (video.volume = Math.min(1, Math.max(0, video.volume + by))),
        seekBy: (seconds) => (video.currentTime += seconds),
      },
      start: () => video.play(),
      stop() {
        if (video.paused) return
        isOurPause = true
        video.pause()
      },
    })
    const onPlay = () => {
      if (getSpeaker().owner?.id !== id) source.play()
    }
    const onPause = () => {
      if (!isOurPause && !video.ended) source.pause()
      isOurPause = false
    }
    const onEnded = () => source.ended()
    const onError = () => source.failed()
    video.addEventListener('play', onPlay)
    video.addEventListener('pause', onPause)
    video.addEventListener('ended', onEnded)
    video.addEventListener('error', onError)
    // The visitor started it before the script was loaded.
    if (!video.paused) onPlay()
    return () => {
      video.removeEventListener('play', onPlay)
      video.removeEventListener('pause', onPause)
      video.removeEventListener('ended', onEnded)
      video.removeEventListener('error', onError)
      source.dispose()
    }
  }, [videoRef, id])
}
