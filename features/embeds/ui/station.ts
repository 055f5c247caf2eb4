/** Poll interval for the current song. */
const pollMs = 15_000

type Song = { title: string; artist: string; art: string }

type NowPlaying = {
  now_playing: { song: Song } | null
  station: { name: string }
  clock: { source: 'built-in' | 'azuracast' }
}

/** Shows the song on the air for as long as the document is visible. */
export function followStation(root: HTMLElement): void {
  const poll = async () => {
    if (document.visibilityState !== 'visible') return
    try {
      const reply = await fetch('/api/radio/now-playing')
      if (!reply.ok) return
      const { now_playing: playing, station, clock } = (await reply.json()) as NowPlaying
      if (!playing) return
      const { song } = playing
      // Images of our own station load under every host name of the site.
      const art = song.art && clock.source === 'built-in' ? new URL(song.art).pathname : song.art
      show(root, { ...song, art }, station.name)
    } catch {
      // The last song stays until the next response.
    }
  }
  void poll()
  setInterval(() => void poll(), pollMs)
  document.addEventListener('visibilitychange', () => void poll())
}

function show(root: HTMLElement, { title, artist, art }: Song, station: string): void {
  const link = root.querySelector('h1 a')!
  const subtitle = root.querySelector('.subtitle')!
  const artwork = root.querySelector('img')!
  const words = [artist, station].filter(Boolean).join(' · ')
  if (link.textContent !== title) link.textContent = title || station
  if (subtitle.textContent !== words) subtitle.textContent = words
  if (art && artwork.getAttribute('src') !== art) artwork.src = art
}
