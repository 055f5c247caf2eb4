/** Interval of questions about the current song. */
const pollMs = 15_000

type Song = { title: string; artist: string; art: string }

/** Shows the song on the air for as long as the document is visible. */
export function followStation(root: HTMLElement): void {
  const poll = async () => {
    if (document.visibilityState !== 'visible') return
    try {
      const reply = await fetch('/api/radio/now-playing')
      if (!reply.ok) return
      const now = (await reply.json()) as { now_playing: { song: Song } | null; station: { name: string } }
      if (now.now_playing) show(root, now.now_playing.song, now.station.name)
    } catch {
      // The last song stays until the next answer.
    }
  }
  void poll()
  setInterval(() => void poll(), pollMs)
  document.addEventListener('visibilitychange', () => void poll())
}

function show(root: HTMLElement, { title, artist, art }: Song, station: string): void {
  const link = root.querySelector('h1 a')!
  const subtitle = root.querySelector('.subtitle')!
  const picture = root.querySelector('img')!
  const words = [artist, station].filter(Boolean).join(' · ')
  if (link.textContent !== title) link.textContent = title || station
  if (subtitle.textContent !== words) subtitle.textContent = words
  if (art && picture.src !== art) picture.src = art
}
