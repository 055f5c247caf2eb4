import { ArrowUpRight } from 'lucide-react'
import { clockDuration, isoDuration } from '#shared/duration.ts'
import type { Artist } from '#features/artists/contract.ts'

/** The featured track by name, then a row for each streaming platform and each profile elsewhere that is set. */
export function ListeningRows({ artist }: { artist: Artist }) {
  const streaming = [
    { name: 'Spotify', url: artist.spotifyUrl },
    { name: 'Apple Music', url: artist.appleUrl },
    { name: 'YouTube', url: artist.youtubeUrl },
  ]
  const { instagram, twitter, tiktok } = artist.socialLinks
  const elsewhere = [
    { name: 'Instagram', url: instagram },
    { name: 'X', url: twitter },
    { name: 'TikTok', url: tiktok },
  ].filter(({ url }) => url)
  const track = artist.featuredTrack
  return (
    <div className="flex flex-col gap-8">
      {track ? (
        <div className="flex items-baseline justify-between gap-4 border-y border-groove py-5">
          <div className="flex flex-col gap-1">
            <h3 className="label text-dust">Featured Track</h3>
            <p className="title">{track.title}</p>
            <p className="text-small text-dust">Playing it here is not open yet.</p>
          </div>
          <time dateTime={isoDuration(track.durationSeconds)} className="figures text-small text-dust">
            {clockDuration(track.durationSeconds)}
          </time>
        </div>
      ) : null}
      <ul className="divide-y divide-groove border-y border-groove">
        {[...streaming, ...elsewhere].map((place) => (
          <ListeningRow key={place.name} {...place} artistName={artist.name} />
        ))}
      </ul>
    </div>
  )
}

function ListeningRow({ name, url, artistName }: { name: string; url: string; artistName: string }) {
  if (!url) {
    return (
      <li className="flex min-h-14 items-center justify-between gap-4">
        <span>{name}</span>
        <span className="label text-dust">Coming Soon</span>
      </li>
    )
  }
  return (
    <li>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="flex min-h-14 items-center justify-between gap-4 hover:text-live"
        aria-label={`${artistName} on ${name}`}
      >
        {name}
        <ArrowUpRight size={18} strokeWidth={1.5} aria-hidden="true" />
      </a>
    </li>
  )
}
