/*
 * Script of the embeddable players, which replaces the browser's audio controls. It runs alone in a frame of any site,
 * so it has no framework and imports nothing from the site.
 */
import { createControls } from './controls.ts'
import { formatProgress } from './position.ts'
import { followStation } from './station.ts'

type Texts = Record<'play' | 'stop' | 'loading' | 'failed' | 'offAir' | 'position', string>

const player = document.querySelector<HTMLElement>('.player')
const audio = player?.querySelector('audio')
if (player && audio) {
  start(player, audio)
  // Marks that the script has taken over, as on all pages.
  document.documentElement.dataset.ready = 'true'
}

function start(root: HTMLElement, sound: HTMLAudioElement): void {
  const texts = JSON.parse(root.dataset.texts ?? '{}') as Texts
  const isLive = root.dataset.kind === 'radio'
  const knownSeconds = Number(root.dataset.duration) || 0
  const status = root.querySelector('.status')!
  const { button, slider, time, setPlaying } = createControls(root.querySelector('.controls')!, { texts, isLive })
  const address = sound.src
  // Browsers estimate the duration from the first bytes, so that a close one counts as the known one.
  const isFarOff = () => Number.isFinite(sound.duration) && Math.abs(sound.duration - knownSeconds) > 2
  const duration = () => (isFarOff() ? sound.duration : knownSeconds)
  const say = (text: string) => (status.textContent = text)

  function showPosition(seconds: number): void {
    if (!slider) return
    slider.max = String(Math.max(1, Math.round(duration())))
    slider.value = String(Math.round(seconds))
    const { passed, length } = formatProgress(seconds, duration())
    slider.setAttribute('aria-valuetext', passed)
    time.textContent = `${passed} / ${length}`
  }

  function stop(): void {
    sound.pause()
    if (!isLive) return
    // A paused stream would keep loading, and resume in the past.
    sound.removeAttribute('src')
    sound.load()
  }

  async function play(): Promise<void> {
    say(texts.loading)
    if (isLive) sound.src = `${address}${address.includes('?') ? '&' : '?'}t=${Date.now().toString(36)}`
    try {
      await sound.play()
    } catch (error) {
      // The button was pressed again before playback began.
      if ((error as Error).name === 'AbortError') return
      setPlaying(false)
      say(isLive ? texts.offAir : texts.failed)
    }
  }

  button.addEventListener('click', () => (sound.paused ? void play() : stop()))
  slider?.addEventListener('input', () => {
    sound.currentTime = Number(slider.value)
    showPosition(Number(slider.value))
  })
  sound.addEventListener('play', () => setPlaying(true))
  sound.addEventListener('playing', () => say(''))
  sound.addEventListener('waiting', () => say(texts.loading))
  sound.addEventListener('pause', () => {
    setPlaying(false)
    say('')
  })
  sound.addEventListener('timeupdate', () => showPosition(sound.currentTime))
  sound.addEventListener('loadedmetadata', () => showPosition(sound.currentTime))
  sound.addEventListener('error', () => {
    // Without an address, playback was stopped on purpose.
    if (!sound.getAttribute('src')) return
    setPlaying(false)
    say(isLive ? texts.offAir : texts.failed)
  })
  showPosition(0)
  if (isLive) followStation(root)
  describe(root, { play, stop })
}

/** Describes the audio to the device, for its media keys and its lock screen. */
function describe(root: HTMLElement, { play, stop }: { play: () => Promise<void>; stop: () => void }): void {
  if (!('mediaSession' in navigator)) return
  const text = (selector: string) => root.querySelector(selector)?.textContent ?? ''
  const update = () => {
    const artwork = root.querySelector('img')!.src
    navigator.mediaSession.metadata = new MediaMetadata({
      title: text('h1'),
      artist: text('.subtitle'),
      artwork: [{ src: artwork }],
    })
  }
  root.querySelector('audio')!.addEventListener('playing', update)
  new MutationObserver(update).observe(root.querySelector('.words')!, { subtree: true, childList: true })
  navigator.mediaSession.setActionHandler('play', () => void play())
  navigator.mediaSession.setActionHandler('pause', stop)
  navigator.mediaSession.setActionHandler('stop', stop)
}
