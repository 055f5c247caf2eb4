import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import type { SongOnAir } from './read-on-air.ts'

/**
 * Title and artist, linked to the artist's page if there is one. The waiting message is a whole sentence and may take
 * several lines; below large screens, it takes the place of the title. It is not linked, since it is not about the
 * artist.
 */
export function NowPlayingText({
  song,
  isHeard,
  isWaiting,
  title,
  children,
}: {
  song: SongOnAir | undefined
  isHeard: boolean
  isWaiting: boolean
  title: string
  children: ReactNode
}) {
  const words = (
    <>
      <span className={classNames('flex items-center gap-2', isWaiting && 'max-lg:sr-only')}>
        <span
          aria-hidden="true"
          className={classNames('size-1.5 shrink-0 rounded-full transition-colors', isHeard ? 'bg-live' : 'bg-groove')}
        />
        <span className="truncate text-small leading-snug font-semibold text-sand">{title}</span>
      </span>
      <span
        className={classNames(
          'label text-dust max-md:tracking-normal',
          isWaiting ? 'line-clamp-3 lg:line-clamp-2' : 'block truncate',
        )}
      >
        {children}
      </span>
    </>
  )
  const place = 'flex min-h-11 min-w-0 flex-1 flex-col justify-center noscript:hidden'
  if (!song?.artistPath || isWaiting) return <div className={place}>{words}</div>
  return (
    <Link
      to={song.artistPath}
      prefetch="intent"
      viewTransition
      className={classNames(place, 'group hover:underline underline-offset-4')}
    >
      {words}
    </Link>
  )
}
