import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { addSource, type SourceHandle } from '#ui/audio/speaker.ts'
import { playEffect } from '#ui/audio/effect.ts'
import intro from '#ui/audio/sounds/intro.mp3?url'
import { listen, nowHeard, onStationRecovery, stationNowMs, streamAddress } from './now-playing-store.ts'
import { createStream, type Stream, type StreamStatus } from './stream.ts'
import { clampVolume, defaultVolume, onVolumeElsewhere, rememberedVolume, rememberVolume } from './volume.ts'

/** The radio as the bar shows it; `volume` is 0…1. */
export type RadioView = { status: StreamStatus; volume: number; isMuted: boolean }

const introVolume = 0.4
const introWaitMs = 200
const id = 'radio'

/** State rendered on the server; the visitor's own state replaces it in the browser. */
const neutral: RadioView = { status: 'silent', volume: defaultVolume, isMuted: false }

const store = createStore<RadioView>(() => neutral)
let radio: { element: HTMLAudioElement; stream: Stream; source: SourceHandle } | undefined
/** True if the visitor has just pressed play; the intro is not played when the radio resumes by itself. */
let playsIntro = false
let cutIntro: (() => void) | undefined
let start = 0
let askedAtMs = 0

/** The element is created by script and never part of the page, so that no navigation or error can remove it. */
function prepare() {
  if (radio) return radio
  const element = new Audio()
  element.preload = 'none'
  const stream = createStream(element, {
    address: () => {
      askedAtMs = stationNowMs()
      return freshAddress(streamAddress())
    },
    onStatus: (status) => {
      store.setState({ status })
      attend()
    },
    onPausedByDevice: pauseRadio,
  })
  const source = addSource({
    id,
    kind: 'radio',
    abilities: { canSeek: false, returns: true },
    controls: {
      toggle: toggleRadio,
      toggleMute: toggleRadioMute,
      nudgeVolume: (by) => setRadioVolume(store.getState().volume + by),
    },
    start: begin,
    stop: end,
  })
  radio = { element, stream, source }
  element.volume = rememberedVolume()
  store.setState({ volume: rememberedVolume() })
  window.addEventListener('online', stream.retry)
  onStationRecovery(stream.retry)
  onVolumeElsewhere((volume) => {
    element.volume = volume
    store.setState({ volume })
  })
  nowHeard.subscribe(() => store.getState().status !== 'silent' && describe())
  return radio
}

/**
 * Everything begins within the visitor's gesture, because strict devices grant the element playback permission only
 * there.
 */
async function begin(): Promise<void> {
  const { element, stream } = prepare()
  const mine = (start += 1)
  describe()
  try {
    if (playsIntro) {
      playsIntro = false
      store.setState({ status: 'starting' })
      element.load()
      if (!store.getState().isMuted) cutIntro = playEffect({ url: intro, volume: introVolume })
      await new Promise((done) => setTimeout(done, introWaitMs))
      if (mine !== start) return
    }
    await stream.start()
  } catch (error) {
    // oxlint-disable-next-line eslint/no-console -- the specification wants playback errors in the log only
    console.error('radio playback failed:', error)
    throw error
  }
}

function end(): void {
  start += 1
  cutIntro?.()
  cutIntro = undefined
  radio?.stream.stop()
  // The radio may have been stopped before the stream began.
  if (store.getState().status !== 'silent') store.setState({ status: 'silent' })
}

/** Titles follow what is heard while audio plays, and the station otherwise. */
function attend(): void {
  const { status } = store.getState()
  const { element } = prepare()
  const ear = status === 'playing' ? { askedAtMs, heardMs: () => element.currentTime * 1000 } : undefined
  listen(ear, status === 'silent' ? 'off' : status === 'reconnecting' ? 'always' : 'seen')
}

/** Updates the system's media controls, which are loaded when audio first plays. */
function describe(): void {
  const { song, stationName } = nowHeard.getState()
  import('#ui/audio/media-session.ts').then(
    ({ describeSound }) =>
      describeSound(
        id,
        song
          ? { title: song.title, artist: song.artist, album: stationName, artwork: song.art }
          : // Before the station's first response, the page's title is used.
            { title: stationName || document.title, artist: '', artwork: undefined },
      ),
    () => undefined,
  )
}

function freshAddress(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}t=${Date.now().toString(36)}`
}

/** Starts the radio; must be called within a user gesture. */
function playRadio(): void {
  const { source } = prepare()
  playsIntro = true
  source.play()
}

/** Stops the radio, also while it waits to resume. */
export function pauseRadio(): void {
  radio?.source.pause()
}

export function toggleRadio(): void {
  if (store.getState().status === 'silent') playRadio()
  else pauseRadio()
}

export function toggleRadioMute(): void {
  setMuted(!store.getState().isMuted)
}

/** @param volume Clamped to 0…1; any value above 0 unmutes. */
export function setRadioVolume(volume: number): void {
  const { element } = prepare()
  const clamped = clampVolume(volume)
  element.volume = clamped
  rememberVolume(clamped)
  store.setState({ volume: clamped })
  if (clamped > 0) setMuted(false)
}

function setMuted(isMuted: boolean): void {
  prepare().element.muted = isMuted
  if (isMuted) cutIntro?.()
  store.setState({ isMuted })
}

/** Returns the state of the radio in this tab. */
export function useRadio(): RadioView {
  useEffect(() => void prepare(), [])
  return useStore(store)
}
