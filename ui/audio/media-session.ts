import { speaker } from './speaker.ts'

/** Information for the system's media controls; `artwork` is an image URL. */
type SoundInfo = { title: string; artist: string; album?: string; artwork?: string }

/** Position in a recording; `rate` is 1 at natural speed. */
type SoundPosition = { durationSeconds: number; positionSeconds: number; rate: number }

type SoundDescription = SoundInfo & { position?: SoundPosition; at: number }

const skipSeconds = 10
const descriptions = new Map<string, SoundDescription>()
/** Source that plays or played last; a paused track can be resumed from the lock screen. */
let shownId: string | undefined
let shown: SoundDescription | undefined
let subscribed = false

/**
 * Describes what a source is playing. Call it on changes, and with `position` also after a seek, a pause and a change
 * of speed. Only the owner of the speaker is shown, so any source can call at any time.
 *
 * @param position Left out for a live sound, which has no end.
 * @see https://www.w3.org/TR/mediasession/
 */
export function describeSound(sourceId: string, info: SoundInfo, position?: SoundPosition): void {
  if (!('mediaSession' in navigator)) return
  descriptions.set(sourceId, { ...info, position, at: performance.now() })
  if (!subscribed) speaker.subscribe(show)
  subscribed = true
  show()
}

function show(): void {
  // Tests remove the API again, and later test files share this module.
  if (!('mediaSession' in navigator)) return
  const session = navigator.mediaSession
  const { owner } = speaker.getView()
  shownId = owner?.id ?? shownId
  const source = shownId === undefined ? undefined : speaker.findSource(shownId)
  const active = source && descriptions.get(source.id)
  session.playbackState = owner ? 'playing' : source ? 'paused' : 'none'
  if (active === shown && active) return
  if (
    active?.title !== shown?.title ||
    active?.artist !== shown?.artist ||
    active?.album !== shown?.album ||
    active?.artwork !== shown?.artwork
  ) {
    session.metadata = active ? describe(active) : null
  }
  shown = active
  const { seekBy, next, previous } = source?.controls ?? {}
  const canSeek = source?.abilities.canSeek && seekBy && active?.position
  offer('play', source?.controls && (() => toggleIf(false)))
  offer('pause', source?.controls && (() => toggleIf(true)))
  offer('seekbackward', canSeek && ((details) => seekBy(-(details.seekOffset ?? skipSeconds))))
  offer('seekforward', canSeek && ((details) => seekBy(details.seekOffset ?? skipSeconds)))
  offer('seekto', canSeek && ((details) => seekBy((details.seekTime ?? 0) - positionNow())))
  offer('nexttrack', next)
  offer('previoustrack', previous)
  place(canSeek ? active.position : undefined)
}

/** Toggles only if the state differs, since the system may request the current state. */
function toggleIf(playing: boolean): void {
  if ((speaker.getView().owner !== undefined) === playing && shownId) speaker.findSource(shownId)?.controls?.toggle()
}

function describe({ title, artist, album, artwork }: SoundInfo): MediaMetadata {
  return new MediaMetadata({ title, artist, album, artwork: artwork ? [{ src: artwork }] : [] })
}

function offer(action: MediaSessionAction, handler: MediaSessionActionHandler | false | undefined): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler || null)
  } catch {
    // Browsers without support for this action show no button for it.
  }
}

function positionNow(): number {
  const { position, at } = shown ?? {}
  if (!position || at === undefined) return 0
  const elapsed = speaker.getView().owner?.id === shownId ? ((performance.now() - at) / 1000) * position.rate : 0
  return position.positionSeconds + elapsed
}

/** Out-of-range numbers throw, and the duration may be unknown when the position is known. */
function place(position: SoundPosition | undefined): void {
  const { durationSeconds: duration = 0, positionSeconds = 0, rate: playbackRate = 1 } = position ?? {}
  const known = Number.isFinite(duration) && duration > 0 && playbackRate > 0
  const state = known
    ? { duration, playbackRate, position: Math.min(duration, Math.max(0, positionSeconds)) }
    : undefined
  navigator.mediaSession.setPositionState?.(state)
}
