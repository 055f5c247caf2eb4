/** What stands on the two sides of the landing page, in the order it is read; `id` is where it begins. */
export const tracks = {
  ecosystem: { side: 'A1', title: 'Ecosystem', id: 'ecosystem' },
  timeline: { side: 'A2', title: 'Timeline', id: 'timeline' },
  virtualWorld: { side: 'B1', title: 'Virtual World', id: 'virtual-world' },
  tokens: { side: 'B2', title: 'Tokens', id: 'tokens' },
  audiobook: { side: 'B3', title: 'Audiobook', id: 'audiobook' },
  roster: { side: 'B4', title: 'Swade Fam', id: 'roster' },
  newsletter: { side: 'B5', title: 'Newsletter', id: 'newsletter' },
} as const

type Track = (typeof tracks)[keyof typeof tracks]

/** How a section names itself in the margin. */
export function marginLabel({ side, title }: Track): string {
  return `${side} ${title}`
}

/** The back of the sleeve, printed on its front: every section with its side and number. */
export function TrackList({ className }: { className?: string }) {
  return (
    <nav aria-label="On this page" className={className}>
      <ol className="label border-b border-groove">
        {Object.values(tracks).map((track) => (
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
