/** A section as the list names it; `id` is its anchor. */
export type Track = { side: string; title: string; id: string }

/** The back of the sleeve, printed on its front: every section with its side and number. */
export function TrackList({ tracks, className }: { tracks: readonly Track[]; className?: string }) {
  return (
    <nav aria-label="On this page" className={className}>
      <ol className="label border-b border-groove">
        {tracks.map((track) => (
          <li key={track.id}>
            <a href={`#${track.id}`} className="flex min-h-11 items-center gap-6 border-t border-groove text-sand hover:text-live">
              <span className="text-dust">{track.side}</span>
              {track.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
