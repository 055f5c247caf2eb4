import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import type { Artist } from '#features/artists/contract.ts'

/** Rows of the streaming platforms and of the social profiles that are set. */
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
  return (
    <ul className="divide-y divide-groove border-y border-groove">
      {[...streaming, ...elsewhere].map((place) => (
        <ListeningRow key={place.name} {...place} artistName={artist.name} />
      ))}
    </ul>
  )
}

function ListeningRow({ name, url, artistName }: { name: string; url: string; artistName: string }) {
  const t = useTranslations('artists.page')
  if (!url) {
    return (
      <li className="flex min-h-14 items-center justify-between gap-4">
        <span>{name}</span>
        <span className="label text-dust">{t('soon')}</span>
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
        aria-label={t('listenOn', { artist: artistName, place: name })}
      >
        {name}
        <ArrowUpRight size={18} strokeWidth={1.5} aria-hidden="true" />
      </a>
    </li>
  )
}
